import type { ServiceRoles } from "@/lib/kernel/db/schema/catalogue-store";
import { readServiceRoles } from "@/lib/kernel/db/schema/catalogue-store";
import { roleTrouble } from "@/lib/kernel/db/schema/service-roles";
import { type Check, type Finding, failed, ok, warning } from "./check";

/** Checks that PostgreSQL restricts the service to one tenant at a time. */
export const roles: Check = {
  name: "service's roles",
  needs: "database",
  look: async ({ ask }) => rolesFinding(await readServiceRoles(ask, null)),
};

export function rolesFinding(found: ServiceRoles): Finding {
  const trouble = roleTrouble(found);
  const worst = trouble.find(({ isGrave }) => isGrave) ?? trouble[0];
  if (worst) return (worst.isGrave ? failed : warning)(worst.seen, worst.todo);
  return ok(
    `${found.loginName} acts as atrium_app; neither is a superuser, passes row-level security or owns a table`,
  );
}
