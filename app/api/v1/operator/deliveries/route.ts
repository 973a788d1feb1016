import { deliveryListResponse } from "@/lib/contract/operator-state";
import { ServiceError } from "@/lib/errors";
import { operatorRoute } from "@/lib/http/operator-route";
import { resource } from "@/lib/http/resource";
import { listFailingDeliveries } from "@/lib/operators/list-failing-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: operatorRoute(async ({ request }) => {
    const status = new URL(request.url).searchParams.get("status") ?? "failing";
    if (status !== "failing")
      throw new ServiceError("malformed", { detail: "status: failing is what can be asked for." });
    return Response.json(deliveryListResponse(await listFailingDeliveries()));
  }),
});
