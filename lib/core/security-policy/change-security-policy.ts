import { beforeAndAfter } from "@/lib/core/audit/before-and-after";
import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { PolicyField } from "@/lib/core/security-policy/fields";
import { assertWithinBounds } from "@/lib/core/security-policy/policy-bounds";
import type { PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import {
  lockPolicyOverrides,
  writePolicyOverrides,
} from "@/lib/core/security-policy/security-policy-store";
import type { Caller } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Overrides fields of the tenant's security policy, in force from the next request on. A field that is
 *  null follows the platform's default again, including its later changes; one that isn't named stays.
 *  @returns the fields whose override changed; none is no event
 *  @throws ServiceError `unprocessable` that names the fields outside their bounds */
export function changeSecurityPolicy(
  caller: Caller,
  changes: Partial<PolicyOverrides>,
): Promise<PolicyField[]> {
  return inTransaction(caller, async (db) => {
    const stored = await lockPolicyOverrides(db);
    const presentFields = Object.entries(changes).filter(([, value]) => value !== undefined);
    const overrides: PolicyOverrides = { ...stored, ...Object.fromEntries(presentFields) };
    assertWithinBounds(overrides);
    const changed = changedFields(stored, changes);
    if (changed.length === 0) return [];
    await writePolicyOverrides(db, overrides);
    await recordAuditEvent(db, {
      kind: "security_policy.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "security_policy", id: caller.tenantId }],
      metadata: beforeAndAfter(stored, changes, changed),
    });
    return changed;
  });
}
