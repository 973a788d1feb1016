import {
  IdentitySourceChangesBody,
  IdentitySourceList,
  IdentitySourceResource,
  NewIdentitySourceBody,
  NewTenantIdentitySourceBody,
} from "@/lib/contract/identity-source";
import { content, type Operation } from "@/lib/contract/operation";

const wanted = {
  issuer: "https://login.example.com",
  audiences: ["reports-web"],
  jwks_uri: "https://login.example.com/keys",
  attribute_mapping: { email: "email", department: "dept" },
};
const example = {
  id: "01938f2c-9a10-7b21-8c33-4d5e6f708192",
  type: "oidc" as const,
  ...wanted,
  status: "active" as const,
  created_at: "2026-11-21T09:00:00.000Z",
  updated_at: "2026-11-21T09:00:00.000Z",
};
const plane = { tag: "External identities", caller: "machine" } as const;
const path = "/api/v1/management/identity-sources";

export const identitySourcePaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listIdentitySources",
    summary: "List every identity source",
    scope: "users:read",
    answers: {
      ok: {
        description: "The full set.",
        ...content(IdentitySourceList, { identity_sources: [example] }),
      },
    },
  },
  {
    ...plane,
    method: "POST",
    path,
    id: "createIdentitySource",
    summary: "Create an identity source",
    scope: "users:write",
    body: content(NewIdentitySourceBody, wanted),
    answers: {
      created: { description: "The source.", ...content(IdentitySourceResource, example) },
    },
    refusals: ["identity_source_issuer_duplicate"],
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/{id}`,
    id: "readIdentitySource",
    summary: "Read an identity source",
    scope: "users:read",
    answers: { ok: { description: "The source.", ...content(IdentitySourceResource, example) } },
  },
  {
    ...plane,
    method: "PATCH",
    path: `${path}/{id}`,
    id: "changeIdentitySource",
    summary: "Change, disable or enable an identity source",
    description:
      "A disabled source vouches for nobody: its tokens are exchanged no more. Its principals and bindings stay. The issuer never changes.",
    scope: "users:write",
    body: content(IdentitySourceChangesBody, { status: "disabled" }),
    answers: {
      ok: {
        description: "The source.",
        ...content(IdentitySourceResource, { ...example, status: "disabled" }),
      },
    },
  },
];

/** The operator's way to a tenant's sources. */
export const operatorIdentitySourcePaths: Operation[] = [
  {
    tag: "Operator",
    caller: "operator",
    method: "POST",
    path: "/api/v1/operator/tenants/{id}/identity-sources",
    id: "createTenantIdentitySource",
    summary: "Create an identity source in a tenant's environment",
    description: "`{id}` is the tenant's public id (`atr_…`).",
    body: content(NewTenantIdentitySourceBody, { environment: "production", ...wanted }),
    answers: {
      created: { description: "The source.", ...content(IdentitySourceResource, example) },
    },
    refusals: ["identity_source_issuer_duplicate", "identity_source_tenant_invalid"],
  },
];
