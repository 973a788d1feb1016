// Makes somebody who administers a tenant: `tsx e2e/support/add-administrator.ts`, with EMAIL, PASSWORD, and
// TENANT (its public id) and ROLE; without them somebody who administers none.
import { addAdministrator } from "@/lib/administrators/add-administrator";
import type { AdministratorRole } from "@/lib/administrators/administrator";
import { setUpPlatform } from "@/lib/administrators/set-up-platform";
import { noRequest } from "@/lib/caller";
import { resolveTenant } from "@/lib/tenants/tenant-store";
import { createUser } from "@/lib/users/create-user";

const { EMAIL: email = "", PASSWORD: password = "", TENANT = "", ROLE = "" } = process.env;
const actor = { type: "operator", id: "journeys" } as const;
const asked = { actor, context: noRequest };
const platform = { ...(await setUpPlatform(actor)), environmentKey: "platform", ...asked };
const { user } = await createUser(platform, { email, password, displayName: "Grace Hopper" });
if (TENANT) {
  const tenant = await resolveTenant(TENANT);
  if (!tenant) throw new Error("There is no such tenant");
  // An administrator is the tenant's; the environment of the transaction names none of its own.
  const caller = { ...platform, tenantId: tenant.tenantId };
  await addAdministrator(caller, user, ROLE as AdministratorRole);
}
process.exit(0);
