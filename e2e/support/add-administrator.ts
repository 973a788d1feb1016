// Makes somebody who administers a tenant: `tsx e2e/support/add-administrator.ts`, with EMAIL, PASSWORD, and
// TENANT (its public id) and ROLE; without them somebody who administers none. ROLE operator makes one.
import { addAdministrator } from "@/lib/administrators/add-administrator";
import type { AdministratorRole } from "@/lib/administrators/administrator";
import { setUpPlatform } from "@/lib/administrators/set-up-platform";
import { noRequest } from "@/lib/caller";
import { inTenant } from "@/lib/db";
import { inviteOperator } from "@/lib/operators/invite-operator";
import { listEnvironments } from "@/lib/tenants/environment-store";
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
  const { tenantId } = tenant;
  const [first] = await inTenant({ tenantId, environmentId: "" }, listEnvironments);
  if (!first) throw new Error("The tenant has no environment");
  const caller = { tenantId, environmentId: first.id, environmentKey: first.key, ...asked };
  await addAdministrator(caller, user, ROLE as AdministratorRole);
}
if (ROLE === "operator") await inviteOperator(asked, email, { mail: false });
process.exit(0);
