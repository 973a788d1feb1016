import { DeliveryResource, deliveryResponse } from "@/lib/core/contract/operator-state";
import { operatorStateExamples } from "@/lib/core/contract/operator-state-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { readFailingDelivery } from "@/lib/core/operators/list-failing-deliveries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readFailingDelivery",
    tag: "Operator",
    summary: "Read a back-channel logout that does not arrive",
    description: "As the list shows it. One that has arrived is a 404.",
    caller: "operator",
    params: ids("id"),
    answers: { ok: answer(DeliveryResource, operatorStateExamples.delivery, "The logout.") },
    handle: async ({ params, ok }) => ok(deliveryResponse(await readFailingDelivery(params.id))),
  }),
});
