import { InstallationCapacityResource } from "@/lib/contract/installation-capacity";
import { NothingBody } from "@/lib/contract/nothing";
import { content, type Operation } from "@/lib/contract/operation";
import {
  DisableTenantBody,
  InstallationMaximumBody,
  NewTenantBody,
  OperatedTenantList,
  OperatedTenantResource,
  TenantsQuery,
} from "@/lib/contract/operator";
import { operatorStatePaths } from "@/lib/contract/operator-state-paths";

const example = {
  id: "atr_Zk1X0c2yQe6bq3dUjv7mTA",
  name: "Acme",
  status: "active" as const,
  disabled_at: null,
  disabled_reason: null,
  installations: { limit: 100, maximum: 100, active: 12 },
  environments: [
    {
      id: "01938f2c-7a11-7f0e-8b2a-6c4d9e1f3a55",
      key: "production",
      name: "Production",
      kind: "production" as const,
    },
  ],
  created_at: "2026-11-21T10:00:00.000Z",
};
const disabled = {
  ...example,
  status: "disabled" as const,
  disabled_at: "2026-11-21T11:00:00.000Z",
  disabled_reason: "Contract ended",
};
const path = "/api/v1/operator/tenants";
const plane = { tag: "Operator", caller: "operator" } as const;
const theTenant = { description: "The tenant.", ...content(OperatedTenantResource, example) };

const tenantPaths: Operation[] = [
  {
    ...plane,
    method: "GET",
    path,
    id: "listTenants",
    summary: "List every tenant",
    description: "By name, without the platform's own.",
    query: TenantsQuery,
    answers: {
      ok: {
        description: "All that match.",
        ...content(OperatedTenantList, { tenants: [example] }),
      },
    },
  },
  {
    ...plane,
    method: "POST",
    path,
    id: "createTenant",
    summary: "Take in a new tenant",
    description:
      "With its first owner, who is mailed an invitation; other administrators are invited in the dashboard. Its first credential is made there or by the command line. What is refused makes no tenant.",
    body: content(NewTenantBody, { name: "Acme", owner: "ada@acme.example" }),
    answers: { created: theTenant },
    refusals: ["conflict", "unprocessable"],
  },
  {
    ...plane,
    method: "GET",
    path: `${path}/{id}`,
    id: "readTenant",
    summary: "Read a tenant",
    answers: { ok: theTenant },
  },
  {
    ...plane,
    method: "POST",
    path: `${path}/{id}/disable`,
    id: "disableTenant",
    summary: "Stop everything of a tenant",
    description:
      "From the next request on: its secrets and machine tokens are refused with `tenant_disabled`, its clients, links and sign-ins as if they did not exist, and no mail leaves. Nothing is revoked. Once more changes nothing.",
    body: { ...content(DisableTenantBody, { reason: "Contract ended" }), optional: true },
    answers: { ok: { description: "The tenant.", ...content(OperatedTenantResource, disabled) } },
  },
  {
    ...plane,
    method: "POST",
    path: `${path}/{id}/enable`,
    id: "enableTenant",
    summary: "Let a disabled tenant work again",
    description: "With whatever has not expired meanwhile. Once more changes nothing.",
    body: { ...content(NothingBody, {}), optional: true },
    answers: { ok: theTenant },
  },
  {
    ...plane,
    method: "PUT",
    path: `${path}/{id}/installation-maximum`,
    id: "setInstallationMaximum",
    summary: "Approve how many installations a tenant may allow itself",
    description:
      "Not below the limit the tenant has set: it lowers that first. A tenant's own limit stays as it is.",
    body: content(InstallationMaximumBody, { maximum: 500 }),
    answers: {
      ok: {
        description: "The tenant's capacity.",
        ...content(InstallationCapacityResource, { limit: 100, maximum: 500, active: 12 }),
      },
    },
    refusals: ["installation_maximum_below_limit"],
  },
];

export const operatorPaths: Operation[] = [...tenantPaths, ...operatorStatePaths];
