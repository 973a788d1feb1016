import { revokeAccountSession } from "@/lib/core/account-security/revoke-account-session";
import { noBody } from "@/lib/core/contract/content";
import { RevokedResource } from "@/lib/core/contract/session";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeAccountSession",
    tag: "Account security",
    summary: "End one session",
    description:
      "Ends the session with its refresh tokens, and queues back-channel logouts. Repeating the call answers `revoked` 0.",
    caller: "machine",
    scope: "account-security:manage",
    params: ids("user_id", "app_id", "id"),
    body: noBody,
    answers: {
      ok: answer(RevokedResource, { revoked: 1 }, "0 when the session had ended before."),
    },
    handle: async ({ caller, params: { id, ...owner }, ok }) =>
      ok({ revoked: await revokeAccountSession(caller, owner, id) }),
  }),
});
