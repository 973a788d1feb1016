import { noBody } from "@/lib/core/contract/content";
import { secretExamples } from "@/lib/core/contract/secret-examples";
import { IssuedSecretResource } from "@/lib/core/contract/secret-hint";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { addClientSecret } from "@/lib/core/oidc-clients/client-secrets";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "addOidcClientSecret",
    tag: "Operator",
    summary: "Make another secret for an OpenID Connect client",
    description:
      "Two secrets are live at the most, so that a rotation has an overlap. A public client has no secret.",
    caller: "tenant_operator",
    params: inEnvironment("oidc_client_id"),
    body: noBody,
    answers: {
      created: answer(
        IssuedSecretResource,
        secretExamples.issued,
        "The secret. No later answer shows it again.",
      ),
    },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, params, created }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      return created(await addClientSecret(place, params.oidcClientId));
    },
  }),
});
