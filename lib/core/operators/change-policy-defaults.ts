import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { assertWithinBounds } from "@/lib/core/security-policy/policy-bounds";
import {
  lockoutFields,
  lockoutOf,
  type SecurityPolicy,
} from "@/lib/core/security-policy/security-policy";
import {
  lockPolicyDefaults,
  updatePolicyDefaults,
} from "@/lib/core/security-policy/security-policy-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Changes the defaults of every tenant without an override of its own, from its next request on; absent
 *  fields stay. The platform's own brakes apply regardless of these settings: they are the installation's
 *  limits.
 *  @throws ServiceError `unprocessable` that names each field outside its bounds */
export async function changePolicyDefaults(
  by: { actor: Actor; context: RequestContext },
  changes: Partial<SecurityPolicy>,
): Promise<SecurityPolicy> {
  const platform = await setUpPlatform(by.actor);
  return inTransaction(platform, async (db) => {
    const stored = await lockPolicyDefaults(db);
    const policy = { ...stored, ...presentFields(changes) };
    assertWithinBounds(policy);
    const [before, after] = [eventFields(stored), eventFields(policy)];
    const changed = changedFields(before, after);
    if (changed.length === 0) return stored;
    await updatePolicyDefaults(db, policy);
    await recordAuditEvent(db, {
      kind: "security_policy_defaults.updated",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "platform", id: platform.tenantId }],
      metadata: { before: pick(before, changed), after: pick(after, changed) },
    });
    return policy;
  });
}

function presentFields(changes: Partial<SecurityPolicy>): Partial<SecurityPolicy> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

/** The policy as an event states it: the lockout is one field. */
function eventFields(policy: SecurityPolicy): Record<string, unknown> {
  const inLockout: ReadonlySet<string> = new Set(lockoutFields);
  const others = Object.entries(policy).filter(([field]) => !inLockout.has(field));
  return { ...Object.fromEntries(others), lockout: lockoutOf(policy) };
}

function pick(fields: Record<string, unknown>, names: string[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
