import { setUpPlatform } from "@/lib/administrators/set-up-platform";
import type { Actor, RequestContext } from "@/lib/caller";
import { ServiceError } from "@/lib/errors";
import type { OperatedTenant } from "@/lib/operators/operated-tenant";
import { readOperatedTenant } from "@/lib/operators/read-operated-tenant";
import { createTenant, type NewTenant } from "@/lib/tenants/create-tenant";

/** What a tenant begins with when nothing else is asked for. */
export const usualEnvironments: NewTenant["environments"] = [
  { key: "production", name: "Production", kind: "production" },
  { key: "development", name: "Development", kind: "development" },
];

/** Takes in a new tenant.
 *  @throws ServiceError `unprocessable` for no environment, or two of one key */
export async function openTenant(
  by: { actor: Actor; context: RequestContext },
  { name, environments = usualEnvironments }: Pick<NewTenant, "name"> & Partial<NewTenant>,
): Promise<OperatedTenant> {
  const keys = new Set(environments.map(({ key }) => key));
  if (environments.length === 0 || keys.size < environments.length)
    throw new ServiceError("unprocessable", {
      detail: "environments: a tenant has one or more, each with a key of its own.",
    });
  // Whoever takes in tenants runs a platform: it is what lists them.
  await setUpPlatform(by.actor);
  const { publicId } = await createTenant(by, { name, environments });
  return readOperatedTenant(publicId);
}
