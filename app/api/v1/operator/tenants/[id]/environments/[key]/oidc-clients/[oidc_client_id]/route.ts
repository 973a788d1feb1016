import { content } from "@/lib/core/contract/content";
import {
  OidcClientChangesBody,
  OidcClientResource,
  oidcClientResponse,
} from "@/lib/core/contract/oidc-client";
import { oidcClientExamples } from "@/lib/core/contract/oidc-client-examples";
import { answer, nothing } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { readOidcClientWithId } from "@/lib/core/oidc-clients/read-oidc-clients";
import { revokeOidcClient } from "@/lib/core/oidc-clients/revoke-oidc-client";
import { updateOidcClient } from "@/lib/core/oidc-clients/update-oidc-client";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "readOidcClient",
    tag: "Operator",
    summary: "Read an OpenID Connect client",
    description: "One client with its secrets' hints, never a secret.",
    caller: "tenant_operator",
    params: inEnvironment("oidc_client_id"),
    answers: {
      ok: answer(OidcClientResource, oidcClientExamples.client, "The client, without its secrets."),
    },
    handle: async ({ caller, params, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      const found = await readOidcClientWithId(place, params.oidcClientId);
      return ok(oidcClientResponse(found));
    },
  }),
  PATCH: endpoint({
    id: "updateOidcClient",
    tag: "Operator",
    summary: "Change an OpenID Connect client",
    description: "Type and key never change.",
    caller: "tenant_operator",
    params: inEnvironment("oidc_client_id"),
    body: content(OidcClientChangesBody, oidcClientExamples.changes),
    answers: {
      ok: answer(OidcClientResource, oidcClientExamples.client, "The client, without its secrets."),
    },
    refusals: ["unprocessable"],
    handle: async ({ caller, params, body, ok }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      await updateOidcClient(place, params.oidcClientId, body);
      const found = await readOidcClientWithId(place, params.oidcClientId);
      return ok(oidcClientResponse(found));
    },
  }),
  DELETE: endpoint({
    id: "deleteOidcClient",
    tag: "Operator",
    summary: "Revoke an OpenID Connect client for good",
    description:
      "The same as revoking it: the client stays readable, and its codes and tokens are worth nothing. A client that was revoked before is a 404.",
    caller: "tenant_operator",
    params: inEnvironment("oidc_client_id"),
    answers: { empty: nothing("The client is revoked.") },
    handle: async ({ caller, params, empty }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      await revokeOidcClient(place, params.oidcClientId);
      return empty();
    },
  }),
});
