import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  replaceOverrides,
  unknownWorkspaces,
} from "@/lib/core/entitlements/entitlement-override-store";
import type {
  EntitlementOverride,
  EntitlementPolicy,
} from "@/lib/core/entitlements/entitlement-policy";
import {
  lockEntitlementPolicy,
  readEntitlementPolicy,
  updateEntitlementPolicy,
} from "@/lib/core/entitlements/entitlement-policy-store";
import { holdPackage } from "@/lib/core/packages/package-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Changes the environment's entitlement policy, from the next token on; overrides, when present, replace
 *  the whole list.
 *  @throws ServiceError `unprocessable` that names the field of an unknown id */
export function changeEntitlementPolicy(
  caller: Caller,
  changes: Partial<EntitlementPolicy>,
): Promise<EntitlementPolicy> {
  return inTransaction(caller, async (db) => {
    const stored = await lockEntitlementPolicy(db);
    const { overrides, ...rest } = changes;
    await assertKnownPackage(db, rest.defaultPackageId);
    if (overrides) await assertOverrides(db, overrides);
    const input = overrides ? { ...rest, overrides: sorted(overrides) } : rest;
    const changed = changedFields<EntitlementPolicy>(stored, input);
    if (changed.length === 0) return stored;
    await updateEntitlementPolicy(db, rest);
    if (overrides) await replaceOverrides(db, overrides);
    await recordAuditEvent(db, {
      kind: "entitlement_policy.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "environment", id: caller.environmentId }],
      metadata: { changed, ...rest },
    });
    return readEntitlementPolicy(db);
  });
}

async function assertKnownPackage(db: Queryable, id: string | null | undefined): Promise<void> {
  if (id && !(await holdPackage(db, id)))
    throw new ServiceError("unprocessable", {
      detail: "default_package_id: names no package of this environment.",
      says: { name: "packageUnknown" },
    });
}

async function assertOverrides(
  db: Queryable,
  overrides: readonly EntitlementOverride[],
): Promise<void> {
  const organizations = [...new Set(overrides.map(({ organizationId }) => organizationId))];
  const unknown = await unknownWorkspaces(db, organizations);
  const seen = new Set<string>();
  overrides.forEach(({ organizationId, entitlement }, index) => {
    if (unknown.has(organizationId))
      throw new ServiceError("unprocessable", {
        detail: `overrides.${index}.organization_id: names no organization of this environment.`,
        says: { name: "organizationUnknown" },
      });
    if (seen.has(`${organizationId} ${entitlement}`))
      throw new ServiceError("unprocessable", {
        detail: `overrides.${index}.entitlement: this organization has an override of this entitlement already.`,
        says: { name: "overrideTwice" },
      });
    seen.add(`${organizationId} ${entitlement}`);
  });
}

const byOrganization = (a: EntitlementOverride, b: EntitlementOverride) =>
  a.organizationId === b.organizationId
    ? Number(a.entitlement > b.entitlement) - Number(a.entitlement < b.entitlement)
    : Number(a.organizationId > b.organizationId) - Number(a.organizationId < b.organizationId);

const sorted = (overrides: readonly EntitlementOverride[]) => [...overrides].sort(byOrganization);
