import { content } from "@/lib/core/contract/content";
import {
  IdentitySourceResource,
  identitySourceResponse,
  NewTenantIdentitySourceBody,
} from "@/lib/core/contract/identity-source";
import { identitySourceExamples } from "@/lib/core/contract/identity-source-examples";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { tenantId } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { createTenantIdentitySource } from "@/lib/core/operators/create-tenant-identity-source";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "createTenantIdentitySource",
    tag: "Operator",
    summary: "Create an identity source in a tenant's environment",
    description: "`{id}` is the tenant's public id (`atr_…`).",
    caller: "tenant_operator",
    params: tenantId("id"),
    body: content(NewTenantIdentitySourceBody, identitySourceExamples.operatorInput),
    answers: {
      created: answer(IdentitySourceResource, identitySourceExamples.source, "The source."),
    },
    refusals: ["identity_source_issuer_duplicate", "identity_source_tenant_invalid"],
    handle: async ({ caller, params, body, created }) =>
      created(identitySourceResponse(await createTenantIdentitySource(caller, params.id, body))),
  }),
});
