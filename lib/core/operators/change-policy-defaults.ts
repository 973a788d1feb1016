import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import type { PolicyOverrides } from "@/lib/core/security-policy/fields";
import { assertWithinBounds } from "@/lib/core/security-policy/policy-bounds";
import {
  type LockoutField,
  lockoutValues,
  resolvePolicy,
  type SecurityPolicy,
} from "@/lib/core/security-policy/security-policy";
import {
  lockPolicyDefaults,
  updatePolicyDefaults,
} from "@/lib/core/security-policy/security-policy-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Changes of the defaults; absent fields stay. A lockout is changed whole, or by its fields, of which all
 *  or none are null. The platform's own brakes apply regardless of these settings: they are the
 *  installation's limits. */
export type PolicyDefaultChanges = Partial<SecurityPolicy & Pick<PolicyOverrides, LockoutField>>;

/** Changes the defaults of every tenant without an override of its own, from its next request on.
 *  @throws ServiceError `unprocessable` that names each field outside its bounds */
export async function changePolicyDefaults(
  by: { actor: Actor; context: RequestContext },
  changes: PolicyDefaultChanges,
): Promise<SecurityPolicy> {
  const platform = await setUpPlatform(by.actor);
  return inTransaction(platform, async (db) => {
    const stored = await lockPolicyDefaults(db);
    const policy = changedPolicy(stored, changes);
    const changed = changedFields(stored, policy);
    if (changed.length === 0) return stored;
    await updatePolicyDefaults(db, policy);
    await recordAuditEvent(db, {
      kind: "security_policy_defaults.updated",
      actor: by.actor,
      context: by.context,
      targets: [{ type: "platform", id: platform.tenantId }],
      metadata: { before: pick(stored, changed), after: pick(policy, changed) },
    });
    return policy;
  });
}

function changedPolicy(stored: SecurityPolicy, changes: PolicyDefaultChanges): SecurityPolicy {
  const { lockout = stored.lockout, ...named } = changes;
  const presentFields = Object.entries(named).filter(([, value]) => value !== undefined);
  const fields: Partial<PolicyOverrides> = {
    ...lockoutValues(lockout),
    ...Object.fromEntries(presentFields),
  };
  assertWithinBounds(fields);
  return resolvePolicy(fields, { ...stored, lockout: null });
}

function pick(policy: SecurityPolicy, fields: (keyof SecurityPolicy)[]) {
  return Object.fromEntries(fields.map((field) => [field, policy[field]]));
}
