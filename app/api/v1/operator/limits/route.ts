import { LimitList, limitListResponse } from "@/lib/core/contract/operator-state";
import { operatorStateExamples } from "@/lib/core/contract/operator-state-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { readLimits } from "@/lib/core/operators/read-limits";

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
