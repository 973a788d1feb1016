import { noBody } from "@/lib/core/contract/content";
import { OidcClientResource, oidcClientResponse } from "@/lib/core/contract/oidc-client";
import { oidcClientExamples } from "@/lib/core/contract/oidc-client-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { readOidcClientWithId } from "@/lib/core/oidc-clients/read-oidc-clients";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "revokeOidcClient",
    tag: "Operator",
    summary: "Revoke an OpenID Connect client",
    description:
      "The client's codes and tokens are worth nothing from the next request on. Safe to repeat.",
    caller: "tenant_operator",
    params: inEnvironment("oidc_client_id"),
    body: noBody,
    answers: { ok: answer(OidcClientResource, oidcClientExamples.revoked, "The client.") },
    handle: async ({ caller, params, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      const known = await readOidcClientWithId(place, params.oidcClientId);
      if (known.revokedAt === null) await revokeOidcClient(place, params.oidcClientId);
      const found = await readOidcClientWithId(place, params.oidcClientId);
      return ok(oidcClientResponse(found));
    },
  }),
});
