import { revokeTrustedDevice } from "@/lib/core/account-security/revoke-trusted-device";
import { noBody } from "@/lib/core/contract/content";
import { RevokedResource } from "@/lib/core/contract/session";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { ids } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeTrustedDevice",
    tag: "Account security",
    summary: "Forget one trusted device",
    description:
      "The next sign-in there asks for a second factor. Repeating the call answers `revoked` 0.",
    caller: "machine",
    scope: "account-security:manage",
    params: ids("user_id", "app_id", "id"),
    body: noBody,
    answers: {
      ok: answer(RevokedResource, { revoked: 1 }, "0 when the device had been forgotten before."),
    },
    handle: async ({ caller, params: { id, ...owner }, ok }) =>
      ok({ revoked: await revokeTrustedDevice(caller, owner, id) }),
  }),
});
