import { revokeOtherSessions } from "@/lib/core/account-security/revoke-others";
import { CurrentSessionBody } from "@/lib/core/contract/account-security";
import { accountSecurityExamples } from "@/lib/core/contract/account-security-examples";
import { content } from "@/lib/core/contract/content";
import { RevokedResource } from "@/lib/core/contract/session";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeOtherSessions",
    tag: "Account security",
    summary: "End every session but the current one",
    description: "404 when current_session_id is not a live handle of this user in this app.",
    caller: "machine",
    scope: "account-security:manage",
    params: ids("user_id", "app_id"),
    body: content(CurrentSessionBody, accountSecurityExamples.currentSession),
    answers: { ok: answer(RevokedResource, { revoked: 2 }, "How many sessions ended.") },
    handle: async ({ caller, params, body, ok }) =>
      ok({ revoked: await revokeOtherSessions(caller, params, body.currentSessionId) }),
  }),
});
