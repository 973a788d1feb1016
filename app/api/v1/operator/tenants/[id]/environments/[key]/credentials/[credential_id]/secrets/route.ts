import { noBody } from "@/lib/contract/content";
import { secretExamples } from "@/lib/contract/secret-examples";
import { IssuedSecretResource } from "@/lib/contract/secret-hint";
import { addCredentialSecret } from "@/lib/credentials/add-credential-secret";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { inEnvironment } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { callerInTenant } from "@/lib/platform/operators/caller-in-tenant";

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
