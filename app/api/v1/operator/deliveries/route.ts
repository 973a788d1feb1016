import {
  DeliveriesQuery,
  DeliveryList,
  deliveryListResponse,
} from "@/lib/core/contract/operator-state";
import { operatorStateExamples } from "@/lib/core/contract/operator-state-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { listFailingDeliveries } from "@/lib/core/operators/list-failing-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listFailingDeliveries",
    tag: "Operator",
    summary: "List back-channel logouts that do not arrive",
    description:
      "The newest 500 over all tenants: logouts that are tried again, and logouts that were given up in the last seven days.",
    caller: "operator",
    query: DeliveriesQuery,
    answers: { ok: answer(DeliveryList, operatorStateExamples.deliveries, "Newest first.") },
    handle: async ({ ok }) => ok(deliveryListResponse(await listFailingDeliveries())),
  }),
});
