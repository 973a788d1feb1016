import { noBody } from "@/lib/core/contract/content";
import { CredentialResource, credentialResponse } from "@/lib/core/contract/credential";
import { credentialExamples } from "@/lib/core/contract/credential-examples";
import { readCredentialWithId } from "@/lib/core/credentials/read-credential";
import { retireCredentialSecret } from "@/lib/core/credentials/retire-credential-secret";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "retireCredentialSecret",
    tag: "Operator",
    summary: "Retire one of a machine credential's two secrets",
    description:
      "The credential's only live secret is refused with 409. Tokens that were issued before live until they expire.",
    caller: "tenant_operator",
    params: inEnvironment("credential_id", "secret_id"),
    body: noBody,
    answers: { ok: answer(CredentialResource, credentialExamples.credential, "The credential.") },
    refusals: ["conflict"],
    handle: async ({ caller, params: { id, key, credentialId, secretId }, ok }) => {
      const place = await callerInTenant(caller, id, key);
      await retireCredentialSecret(place, credentialId, secretId);
      const found = await readCredentialWithId(place, credentialId);
      return ok(credentialResponse(found));
    },
  }),
});
