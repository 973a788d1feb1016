import { CredentialResource, credentialResponse } from "@/lib/core/contract/credential";
import { credentialExamples } from "@/lib/core/contract/credential-examples";
import { readCredentialWithId } from "@/lib/core/credentials/read-credential";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readCredential",
    tag: "Operator",
    summary: "Read a machine credential",
    description: "One credential with its secrets' hints, never a secret.",
    caller: "tenant_operator",
    params: inEnvironment("credential_id"),
    answers: {
      ok: answer(
        CredentialResource,
        credentialExamples.credential,
        "The credential, without its secrets.",
      ),
    },
    handle: async ({ caller, params, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      const found = await readCredentialWithId(place, params.credentialId);
      return ok(credentialResponse(found));
    },
  }),
});
