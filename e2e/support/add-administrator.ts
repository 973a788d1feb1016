// Makes somebody who administers a tenant: `tsx e2e/support/add-administrator.ts`, with EMAIL, PASSWORD, and
// TENANT (its public id) and ROLE; without them somebody who administers none. ROLE operator makes one.

import { noRequest } from "@/lib/caller";
import { openDataKeys } from "@/lib/crypto/data-keys/open-data-keys";
import { inTransaction } from "@/lib/db/transaction";
import { addAdministrator } from "@/lib/platform/administrators/add-administrator";
import type { AdministratorRole } from "@/lib/platform/administrators/administrator";
import { inviteOperator } from "@/lib/platform/operators/invite-operator";
import { setUpPlatform } from "@/lib/platform/set-up-platform";
import { listEnvironments } from "@/lib/tenants/environment-store";
import { resolveTenant } from "@/lib/tenants/tenant-store";
import { createUser } from "@/lib/users/create-user";

await openDataKeys();

const { EMAIL: email = "", PASSWORD: password = "", TENANT = "", ROLE = "" } = process.env;
const actor = { type: "operator", id: "journeys" } as const;
const asked = { actor, context: noRequest };
const platform = { ...(await setUpPlatform(actor)), environmentKey: "platform", ...asked };
const { user } = await createUser(platform, { email, password, displayName: "Grace Hopper" });
if (TENANT) {
  const tenant = await resolveTenant(TENANT);
  if (!tenant) throw new Error("There is no such tenant");
  const { tenantId } = tenant;
  const [first] = await inTransaction({ tenantId, environmentId: "" }, listEnvironments);
  if (!first) throw new Error("The tenant has no environment");
  const caller = { tenantId, environmentId: first.id, environmentKey: first.key, ...asked };
  await addAdministrator(caller, user, ROLE as AdministratorRole);
}
if (ROLE === "operator") await inviteOperator(asked, email, { mail: false });
process.exit(0);
