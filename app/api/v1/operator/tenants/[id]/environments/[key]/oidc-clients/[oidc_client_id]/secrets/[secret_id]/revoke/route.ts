import { noBody } from "@/lib/core/contract/content";
import { OidcClientResource, oidcClientResponse } from "@/lib/core/contract/oidc-client";
import { oidcClientExamples } from "@/lib/core/contract/oidc-client-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { revokeClientSecret } from "@/lib/core/oidc-clients/client-secrets";
import { readOidcClientWithId } from "@/lib/core/oidc-clients/read-oidc-clients";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeOidcClientSecret",
    tag: "Operator",
    summary: "Revoke a secret of an OpenID Connect client",
    description: "The client can't authenticate with it from the next request on.",
    caller: "tenant_operator",
    params: inEnvironment("oidc_client_id", "secret_id"),
    body: noBody,
    answers: { ok: answer(OidcClientResource, oidcClientExamples.client, "The client.") },
    handle: async ({ caller, params, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      await revokeClientSecret(place, params.oidcClientId, params.secretId);
      const found = await readOidcClientWithId(place, params.oidcClientId);
      return ok(oidcClientResponse(found));
    },
  }),
});
