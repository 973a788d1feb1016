import { issueUserToken } from "@/lib/core/access/issue-user-token";
import { AccessDenialCode } from "@/lib/core/contract/access";
import { content } from "@/lib/core/contract/content";
import { activityHeader, endUserHeaders, freshActivity } from "@/lib/core/contract/request-headers";
import { sessionExamples } from "@/lib/core/contract/session-examples";
import { UserTokenBody, UserTokenResource, userTokenResponse } from "@/lib/core/contract/token";
import { activityTokenOf, freshActivityHeader } from "@/lib/core/http/activity-token";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { sessionEnded, sessionInactive } from "@/lib/core/http/session-refusals";
import { takeTokenRequest } from "@/lib/kernel/rate-limits/request-limits";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "issueUserToken",
    tag: "Sessions",
    summary: "Mint a user access token from a session",
    description:
      "The access evaluator decides at every token: the first layer that denies is the code of the 403. A user with one membership that reaches the app needs no organization_id.",
    caller: "machine",
    scope: "tokens:issue",
    limit: ({ credentialId }) => takeTokenRequest(credentialId),
    headers: [
      ...endUserHeaders,
      {
        ...activityHeader,
        description:
          "The activity token of the last answer. The service checks and refreshes a token that is sent.",
      },
    ],
    body: content(UserTokenBody, sessionExamples.tokenInput),
    answers: { ok: answer(UserTokenResource, sessionExamples.token, "The token.") },
    answerHeaders: freshActivity,
    refusals: [
      ...sessionEnded,
      ...sessionInactive,
      ...AccessDenialCode.options,
      "organization_selection_required",
    ],
    handle: async ({ caller, body: { organizationId = null, ...fields }, request, ok }) => {
      const activityToken = activityTokenOf(request);
      const issued = await issueUserToken(caller, { ...fields, organizationId, activityToken });
      return ok(userTokenResponse(issued), freshActivityHeader(issued.activityToken));
    },
  }),
});
