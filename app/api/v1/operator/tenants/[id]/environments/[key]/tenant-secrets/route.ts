import { noBody } from "@/lib/core/contract/content";
import { secretExamples } from "@/lib/core/contract/secret-examples";
import { IssuedSecretResource } from "@/lib/core/contract/secret-hint";
import { TenantSecretList, tenantSecretList } from "@/lib/core/contract/tenant-secret";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { inEnvironment } from "@/lib/core/http/path-ids";
import { resource } from "@/lib/core/http/resource";
import { callerInTenant } from "@/lib/core/operators/caller-in-tenant";
import { createTenantSecret } from "@/lib/core/tenants/create-tenant-secret";
import { listTenantSecrets } from "@/lib/core/tenants/list-tenant-secrets";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: endpoint({
    id: "listTenantSecrets",
    tag: "Operator",
    summary: "List an environment's tenant secrets",
    description: "All live secrets by their hints, never a secret.",
    caller: "tenant_operator",
    params: inEnvironment(),
    answers: {
      ok: answer(
        TenantSecretList,
        secretExamples.tenantList,
        "The live secrets, without the secrets themselves.",
      ),
    },
    handle: async ({ caller, params, ok }) => {
      const secrets = await listTenantSecrets(await callerInTenant(caller, params.id, params.key));
      return ok(tenantSecretList(secrets));
    },
  }),
  POST: endpoint({
    id: "createTenantSecret",
    tag: "Operator",
    summary: "Create a tenant secret",
    description: "Two secrets are live at the most, so that a rotation has an overlap.",
    caller: "tenant_operator",
    params: inEnvironment(),
    body: noBody,
    answers: {
      created: answer(
        IssuedSecretResource,
        secretExamples.issuedTenant,
        "The secret. No later answer shows it again.",
      ),
    },
    refusals: ["conflict"],
    handle: async ({ caller, params, created }) =>
      created(await createTenantSecret(await callerInTenant(caller, params.id, params.key))),
  }),
});
