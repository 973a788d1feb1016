import { IdentityResource, identityResponse } from "@/lib/core/contract/identity";
import { activityHeader, endUserHeaders, freshActivity } from "@/lib/core/contract/request-headers";
import { sessionExamples } from "@/lib/core/contract/session-examples";
import { activityTokenOf, freshActivityHeader } from "@/lib/core/http/activity-token";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { sessionEnded, sessionInactive } from "@/lib/core/http/session-refusals";
import { readIdentity } from "@/lib/core/sessions/read-identity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readIdentity",
    tag: "Sessions",
    summary: "Read who is signed in, with every membership",
    description:
      "Takes the current activity token in `x-session-activity`, and answers the next one.",
    caller: "tenant_or_machine",
    scope: "identity:read",
    headers: [...endUserHeaders, { ...activityHeader, required: true }],
    answers: { ok: answer(IdentityResource, sessionExamples.identity, "The identity.") },
    answerHeaders: freshActivity,
    refusals: [...sessionEnded, ...sessionInactive],
    handle: async ({ caller, request, ok }) => {
      const identity = await readIdentity(caller, activityTokenOf(request));
      const headers = freshActivityHeader(identity.activityToken);
      return ok(identityResponse(identity, caller.environmentKey), headers);
    },
  }),
});
