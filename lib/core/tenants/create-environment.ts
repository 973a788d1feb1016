import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { insertEntitlementPolicy } from "@/lib/core/entitlements/new-policy-store";
import {
  type Environment,
  findEnvironment,
  insertEnvironment,
  lockEnvironments,
} from "@/lib/core/tenants/environment-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/** Maximum of environments of a tenant. */
const MOST_ENVIRONMENTS = 20;

/** Adds an environment to the caller's tenant. It is empty, and contains nothing of the other
 *  environments.
 *  @throws ServiceError `conflict` when the key is taken in the tenant, or the tenant has the maximum */
export async function createEnvironment(
  caller: Caller,
  input: Pick<Environment, "key" | "name" | "kind">,
): Promise<Environment> {
  const id = newId();
  try {
    return await inTransaction(caller, async (db) => {
      if ((await lockEnvironments(db)) >= MOST_ENVIRONMENTS)
        throw new ServiceError("conflict", {
          detail: `A tenant has at most ${MOST_ENVIRONMENTS} environments.`,
        });
      await insertEnvironment(db, { ...input, id });
      const there = db.inEnvironment(id);
      await insertEntitlementPolicy(there);
      // Recorded in the new environment, so that readers of its trail see who created it.
      await recordAuditEvent(there, {
        kind: "environment.created",
        actor: caller.actor,
        context: caller.context,
        targets: [{ type: "environment", id, name: input.name }],
        metadata: { key: input.key, kind: input.kind },
      });
      const made = await findEnvironment(db, input.key);
      if (!made) throw new Error("unreachable: the environment was added");
      return made;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", {
      detail: "key: another environment of this tenant has this key.",
    });
  }
}
