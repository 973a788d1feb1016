import { noBody } from "@/lib/contract/content";
import { OidcClientResource, oidcClientResponse } from "@/lib/contract/oidc-client";
import { oidcClientExamples } from "@/lib/contract/oidc-client-examples";
import { answer } from "@/lib/http/answers";
import { endpoint } from "@/lib/http/endpoint";
import { inEnvironment } from "@/lib/http/path-ids";
import { resource } from "@/lib/http/resource";
import { revokeClientSecret } from "@/lib/oidc/clients/client-secrets";
import { readOidcClientWithId } from "@/lib/oidc/clients/read-oidc-clients";
import { callerInTenant } from "@/lib/platform/operators/caller-in-tenant";

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
