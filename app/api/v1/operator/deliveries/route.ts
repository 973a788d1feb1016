import { DeliveriesQuery, deliveryListResponse } from "@/lib/contract/operator-state";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { listFailingDeliveries } from "@/lib/operators/list-failing-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: operatorRoute(
    async () => Response.json(deliveryListResponse(await listFailingDeliveries())),
    DeliveriesQuery,
  ),
});
