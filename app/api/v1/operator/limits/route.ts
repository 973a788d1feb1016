import { LimitList, limitListResponse } from "@/lib/contract/operator-state";
import { operatorStateExamples } from "@/lib/contract/operator-state-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { resource } from "@/lib/http/resource";
import { readLimits } from "@/lib/platform/operators/read-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listLimits",
    tag: "Operator",
    summary: "List the brakes and limits in force",
    description:
      "Environment variables set the limits; a changed limit takes effect with a restart.",
    caller: "operator",
    answers: { ok: answer(LimitList, operatorStateExamples.limits, "Every brake and limit.") },
    handle: async ({ ok }) => ok(limitListResponse(readLimits())),
  }),
});
