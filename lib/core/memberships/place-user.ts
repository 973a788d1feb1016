import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Membership } from "@/lib/core/memberships/membership";
import {
  findMember,
  holdRole,
  holdWorkspace,
  insertMembership,
  updateMembership,
} from "@/lib/core/memberships/membership-store";
import type { Caller } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { ServiceError } from "@/lib/kernel/errors";

/** Returns the two ids, which only have a meaning together.
 *  @throws ServiceError `unprocessable` that names the one which is missing */
export function pairOf(ids: {
  organizationId?: string;
  roleId?: string;
}): { organizationId: string; roleId: string } | null {
  const { organizationId, roleId } = ids;
  if (organizationId === undefined && roleId === undefined) return null;
  if (organizationId === undefined)
    throw new ServiceError("unprocessable", {
      detail: "organization_id: must be sent together with role_id.",
    });
  if (roleId === undefined)
    throw new ServiceError("unprocessable", {
      detail: "role_id: must be sent together with organization_id.",
    });
  return { organizationId, roleId };
}

/** Locks an organization and a role of the environment until the transaction ends.
 *  @returns the organization's name
 *  @throws ServiceError `unprocessable` that names the field whose id is unknown in the environment */
export async function assertPlace(
  db: Queryable,
  place: { organizationId: string; roleId: string },
): Promise<{ organizationName: string }> {
  const [organizationName, hasRole] = await Promise.all([
    holdWorkspace(db, place.organizationId),
    holdRole(db, place.roleId),
  ]);
  if (organizationName === null)
    throw new ServiceError("unprocessable", {
      detail: "organization_id: names no organization of this environment.",
      says: { name: "organizationUnknown" },
    });
  if (!hasRole) throw noSuchRole();
  return { organizationName };
}

/** @throws ServiceError `unprocessable` when the environment has no such role */
export async function assertRole(db: Queryable, roleId: string): Promise<void> {
  if (!(await holdRole(db, roleId))) throw noSuchRole();
}

function noSuchRole(): ServiceError {
  return new ServiceError("unprocessable", {
    detail: "role_id: names no role of this environment.",
    says: { name: "roleUnknown" },
  });
}

/** Adds a user, whose row the transaction has locked, to an organization or changes the membership there.
 *  Audited when it changes anything.
 *  @returns whether the membership is new */
export async function placeUser(
  db: Queryable,
  caller: Caller,
  userId: string,
  membership: Membership,
): Promise<boolean> {
  const { organizationId, roleId, status } = membership;
  const stored = await findMember(db, organizationId, userId);
  if (stored?.roleId === roleId && stored.status === status) return false;
  if (stored) await updateMembership(db, organizationId, userId, { roleId, status });
  else await insertMembership(db, userId, membership);
  await recordAuditEvent(db, {
    kind: stored ? "membership.updated" : "membership.added",
    actor: caller.actor,
    context: caller.context,
    targets: [
      { type: "user", id: userId },
      { type: "organization", id: organizationId },
    ],
    metadata: { role_id: roleId, status },
  });
  return !stored;
}
