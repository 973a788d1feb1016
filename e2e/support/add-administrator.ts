// Adds an administrator of a tenant: `tsx e2e/support/add-administrator.ts`, with EMAIL, PASSWORD, and TENANT
// (its public id) and ROLE; without the last two an administrator of no tenant. ROLE operator adds an
// operator.

import { addAdministrator } from "@/lib/core/administrators/add-administrator";
import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import { inviteOperator } from "@/lib/core/operators/invite-operator";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { listEnvironments } from "@/lib/core/tenants/environment-store";
import { resolveTenant } from "@/lib/core/tenants/tenant-store";
import { createUser } from "@/lib/core/users/create-user";
import { noRequest } from "@/lib/kernel/caller";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { inTransaction } from "@/lib/kernel/db/transaction";

await openDataKeys();

const { EMAIL: email = "", PASSWORD: password = "", TENANT = "", ROLE = "" } = process.env;
const actor = { type: "operator", id: "journeys" } as const;
const origin = { actor, context: noRequest };
const platform = { ...(await setUpPlatform(actor)), environmentKey: "platform", ...origin };
const { user } = await createUser(platform, { email, password, displayName: "Grace Hopper" });
if (TENANT) {
  const tenant = await resolveTenant(TENANT);
  if (!tenant) throw new Error("There is no such tenant");
  const { tenantId } = tenant;
  const [first] = await inTransaction({ tenantId, environmentId: "" }, listEnvironments);
  if (!first) throw new Error("The tenant has no environment");
  const caller = { tenantId, environmentId: first.id, environmentKey: first.key, ...origin };
  await addAdministrator(caller, user, ROLE as AdministratorRole);
}
if (ROLE === "operator") await inviteOperator(origin, email, { mail: false });
process.exit(0);
