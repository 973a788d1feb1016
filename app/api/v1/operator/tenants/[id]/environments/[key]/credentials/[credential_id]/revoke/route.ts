import { noBody } from "@/lib/core/contract/content";
import { CredentialResource, credentialResponse } from "@/lib/core/contract/credential";
import { credentialExamples } from "@/lib/core/contract/credential-examples";
import { readCredentialWithId } from "@/lib/core/credentials/read-credential";
import { revokeCredential } from "@/lib/core/credentials/revoke-credential";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeCredential",
    tag: "Operator",
    summary: "Revoke a machine credential",
    description:
      "The credential ends for good, and so does every token that it was issued. Safe to repeat.",
    caller: "tenant_operator",
    params: inEnvironment("credential_id"),
    body: noBody,
    answers: { ok: answer(CredentialResource, credentialExamples.revoked, "The credential.") },
    handle: async ({ caller, params: { id, key, credentialId }, ok }) => {
      const place = await callerInTenant(caller, id, key);
      await revokeCredential(place, credentialId);
      const found = await readCredentialWithId(place, credentialId);
      return ok(credentialResponse(found));
    },
  }),
});
