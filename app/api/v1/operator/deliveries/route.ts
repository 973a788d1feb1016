import { DeliveriesQuery, DeliveryList, deliveryListResponse } from "@/lib/contract/operator-state";
import { operatorStateExamples } from "@/lib/contract/operator-state-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { listFailingDeliveries } from "@/lib/platform/operators/list-failing-deliveries";

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
