import { createCredential } from "@/lib/core/credentials/create-credential";
import { managementScopes, runtimeScopes, type Scope } from "@/lib/core/credentials/scopes";
import { createTenant } from "@/lib/core/tenants/create-tenant";
import { createTenantSecret } from "@/lib/core/tenants/create-tenant-secret";
import { type Caller, noRequest } from "@/lib/kernel/caller";

const actor = { type: "operator", id: "tests" } as const;

export interface TestEnvironment extends Caller {
  publicId: string;
  tenantSecret: string;
  clientId: string;
  clientSecret: string;
}

/** A tenant with one environment (or more), a tenant secret and a product-runtime credential that holds
 *  every scope. Names are unique in a run. */
export async function aTenant(
  options: { name?: string; environments?: string[]; scopes?: Scope[] } = {},
): Promise<TestEnvironment & { others: TestEnvironment[] }> {
  const keys = options.environments ?? ["production"];
  const made = await createTenant(
    { actor, context: noRequest },
    {
      name: options.name ?? "Acme",
      environments: keys.map((key) => ({ key, name: key, kind: "production" as const })),
    },
  );
  const environments: TestEnvironment[] = [];
  for (const environment of made.environments) {
    const caller: Caller = {
      ...environment,
      environmentKey: environment.key,
      actor,
      context: noRequest,
    };
    const { secret } = await createTenantSecret(caller);
    const credential = await createCredential(caller, {
      name: "tests",
      purpose: "product_runtime",
      scopes: options.scopes ?? [...managementScopes, ...runtimeScopes],
    });
    environments.push({ ...caller, publicId: made.publicId, tenantSecret: secret, ...credential });
  }
  const [first, ...others] = environments;
  if (!first) throw new Error("unreachable: a tenant has an environment");
  return { ...first, others };
}
