import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  deleteOverride,
  findOverride,
  unknownWorkspaces,
  writeOverride,
} from "@/lib/core/entitlements/entitlement-override-store";
import type { EntitlementOverride } from "@/lib/core/entitlements/entitlement-policy";
import { lockEntitlementPolicy } from "@/lib/core/entitlements/entitlement-policy-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

/** Grants an organization an entitlement beyond its package, or denies it one of its package, from the
 *  next token on. An existing override gets this effect.
 *  @throws ServiceError `unprocessable` for an organization that the environment does not have */
export function setOverride(caller: Caller, override: EntitlementOverride): Promise<void> {
  const { organizationId, entitlement, effect } = override;
  return inTransaction(caller, async (db) => {
    // The policy's row is locked for the whole list, so that this and a replacement of the list are
    // serialized.
    await lockEntitlementPolicy(db);
    if ((await unknownWorkspaces(db, [organizationId])).size > 0)
      throw new ServiceError("unprocessable", {
        detail: "organization_id: names no organization of this environment.",
        says: { name: "organizationUnknown" },
      });
    const stored = await findOverride(db, organizationId, entitlement);
    if (stored?.effect === effect) return;
    await writeOverride(db, override);
    await audit(db, caller, { set: { ...override, before: stored?.effect ?? null } });
  });
}

/** Removes the override of an entitlement, so that the organization's package decides again.
 *  @throws ServiceError `missing` when there is no such override */
export function removeOverride(
  caller: Caller,
  { organizationId, entitlement }: Omit<EntitlementOverride, "effect">,
): Promise<void> {
  return inTransaction(caller, async (db) => {
    await lockEntitlementPolicy(db);
    const stored = await findOverride(db, organizationId, entitlement);
    if (!stored) throw missing();
    await deleteOverride(db, organizationId, entitlement);
    await audit(db, caller, { removed: stored });
  });
}

function audit(db: Queryable, caller: Caller, override: Record<string, object>): Promise<void> {
  return recordAuditEvent(db, {
    kind: "entitlement_policy.updated",
    actor: caller.actor,
    context: caller.context,
    targets: [{ type: "environment", id: caller.environmentId }],
    metadata: { changed: ["overrides"], override },
  });
}
