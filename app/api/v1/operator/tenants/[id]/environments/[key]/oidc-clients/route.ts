import { content } from "@/lib/core/contract/content";
import {
  IssuedOidcClientResource,
  issuedOidcClientResponse,
  NewOidcClientBody,
  newClientSettings,
  OidcClientList,
  oidcClientList,
} from "@/lib/core/contract/oidc-client";
import { oidcClientExamples } from "@/lib/core/contract/oidc-client-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { createOidcClient } from "@/lib/core/oidc-clients/create-oidc-client";
import { readOidcClients, readOidcClientWithId } from "@/lib/core/oidc-clients/read-oidc-clients";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listOidcClients",
    tag: "Operator",
    summary: "List an environment's OpenID Connect clients",
    description: "All clients with their secrets' hints, never a secret.",
    caller: "tenant_operator",
    params: inEnvironment(),
    answers: {
      ok: answer(OidcClientList, oidcClientExamples.list, "The full set, without secrets."),
    },
    handle: async ({ caller, params, ok }) => {
      const clients = await readOidcClients(await callerInTenant(caller, params.id, params.key));
      return ok(oidcClientList(clients));
    },
  }),
  POST: endpoint({
    id: "createOidcClient",
    tag: "Operator",
    summary: "Register an OpenID Connect client",
    description: "The answer has a confidential client's secret, which is shown this once.",
    caller: "tenant_operator",
    params: inEnvironment(),
    body: content(NewOidcClientBody, oidcClientExamples.wanted),
    answers: {
      created: answer(
        IssuedOidcClientResource,
        oidcClientExamples.issued,
        "The client. No later answer shows its secret again.",
      ),
    },
    refusals: ["conflict", "unprocessable"],
    handle: async ({ caller, params, body, created }) => {
      const place = await callerInTenant(caller, params.id, params.key);
      const { id, clientSecret } = await createOidcClient(place, newClientSettings(body));
      const made = await readOidcClientWithId(place, id);
      return created(issuedOidcClientResponse(made, clientSecret));
    },
  }),
});
