import { revokeAccountSession } from "@/lib/account-security/revoke-account-session";
import { noBody } from "@/lib/contract/content";
import { RevokedResource } from "@/lib/contract/session";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { ids } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";

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
