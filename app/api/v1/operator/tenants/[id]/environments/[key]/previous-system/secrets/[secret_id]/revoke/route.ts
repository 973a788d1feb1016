import { noBody } from "@/lib/core/contract/content";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import {
  PreviousSystemResource,
  previousSystemResponse,
} from "@/lib/features/migration/contract/previous-system";
import { previousSystemExamples } from "@/lib/features/migration/contract/previous-system-examples";
import { readPreviousSystemSettings } from "@/lib/features/migration/previous-system/read-previous-system";
import { revokeSigningSecret } from "@/lib/features/migration/previous-system/revoke-signing-secret";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokePreviousSystemSecret",
    tag: "Operator",
    summary: "Revoke a secret of the previous system",
    description:
      "Nothing is signed with the secret any more. Without another secret, the previous system is not used. A revoked secret is deleted: again is a 404.",
    caller: "tenant_operator",
    params: inEnvironment("secret_id"),
    body: noBody,
    answers: {
      ok: answer(
        PreviousSystemResource,
        { ...previousSystemExamples.system, secrets: [] },
        "The previous system, with the secrets that are left.",
      ),
    },
    handle: async ({ caller, params: { id, key, secretId }, ok }) => {
      const place = await callerInTenant(caller, id, key);
      await revokeSigningSecret(place, secretId);
      return ok(previousSystemResponse(await readPreviousSystemSettings(place)));
    },
  }),
});
