import { DeliveryResource, deliveryResponse } from "@/lib/contract/operator-state";
import { operatorStateExamples } from "@/lib/contract/operator-state-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { readFailingDelivery } from "@/lib/platform/operators/list-failing-deliveries";

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
