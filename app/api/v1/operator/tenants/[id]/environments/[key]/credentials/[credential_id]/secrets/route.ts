import { noBody } from "@/lib/core/contract/content";
import { secretExamples } from "@/lib/core/contract/secret-examples";
import { IssuedSecretResource } from "@/lib/core/contract/secret-hint";
import { addCredentialSecret } from "@/lib/core/credentials/add-credential-secret";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "addCredentialSecret",
    tag: "Operator",
    summary: "Make another secret for a machine credential",
    description: "Two secrets are live at the most, so that a rotation has an overlap.",
    caller: "tenant_operator",
    params: inEnvironment("credential_id"),
    body: noBody,
    answers: {
      created: answer(
        IssuedSecretResource,
        secretExamples.issued,
        "The secret. No later answer shows it again.",
      ),
    },
    refusals: ["conflict"],
    handle: async ({ caller, params, created }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      return created(await addCredentialSecret(place, params.credentialId));
    },
  }),
});
