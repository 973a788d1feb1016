import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertEntitlementPolicy } from "@/lib/core/entitlements/new-policy-store";
import { insertEnvironment } from "@/lib/core/tenants/environment-store";
import { insertTenant } from "@/lib/core/tenants/tenant-store";
import type { Actor, RequestContext, TenantScope } from "@/lib/kernel/caller";
import { newPublicId } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";

export interface NewTenant {
  name: string;
  environments: { key: string; name: string; kind: "development" | "staging" | "production" }[];
}

/** Creates a tenant with its environments.
 *  @returns the public id (`atr_…`) and a scope for each environment, in the order of the input */
export async function createTenant(
  by: { actor: Actor; context: RequestContext },
  tenant: NewTenant,
): Promise<{
  tenantId: string;
  publicId: string;
  environments: (TenantScope & { key: string })[];
}> {
  const tenantId = newId();
  const publicId = newPublicId("atr_");
  const environments = tenant.environments.map((environment) => ({ ...environment, id: newId() }));
  const first = environments[0];
  if (!first) throw new Error("A tenant needs an environment");
  await inTransaction({ tenantId, environmentId: first.id }, async (db) => {
    await insertTenant(db, publicId, tenant.name);
    for (const environment of environments) {
      await insertEnvironment(db, environment);
      await insertEntitlementPolicy(db.inEnvironment(environment.id));
    }
    await recordAuditEvent(db, {
      kind: "tenant.created",
      ...by,
      targets: [{ type: "tenant", id: tenantId, name: tenant.name }],
    });
  });
  return {
    tenantId,
    publicId,
    environments: environments.map(({ id, key }) => ({ tenantId, environmentId: id, key })),
  };
}
