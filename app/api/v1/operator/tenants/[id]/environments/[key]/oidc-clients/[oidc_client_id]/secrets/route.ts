import { noBody } from "@/lib/contract/content";
import { secretExamples } from "@/lib/contract/secret-examples";
import { IssuedSecretResource } from "@/lib/contract/secret-hint";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { inEnvironment } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { addClientSecret } from "@/lib/oidc/clients/client-secrets";
import { callerInTenant } from "@/lib/platform/operators/caller-in-tenant";

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
