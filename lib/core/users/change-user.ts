import { changedFields } from "@/lib/core/audit/changed-fields";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { assertPlace, pairOf, placeUser } from "@/lib/core/memberships/place-user";
import { eachField, type Profile } from "@/lib/core/users/fields";
import { moveAddress } from "@/lib/core/users/move-address";
import { assertFound } from "@/lib/core/users/record-of";
import type { User, UserFields, UserRecord } from "@/lib/core/users/user";
import { writeUserFields } from "@/lib/core/users/user-change-store";
import { findUserRecord, lockUser, takenUserField } from "@/lib/core/users/user-store";
import type { Caller } from "@/lib/kernel/caller";
import { isUniqueViolation } from "@/lib/kernel/db/database-errors";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";

export interface UserChanges extends Partial<Profile> {
  email?: string;
  organizationId?: string;
  roleId?: string;
}

/** Changes the tenant's fields of a user; absent fields stay, null clears. With organization and role the
 *  user gets that role there, as a new member or in place of the previous one.
 *  @throws ServiceError `missing`; `unprocessable` that names a field; `conflict` for an address or
 *  external id that another user has */
export async function changeUser(
  caller: Caller,
  id: string,
  changes: UserChanges,
): Promise<UserRecord> {
  try {
    return await inTransaction(caller, async (db) => {
      const user = await lockUser(db, id);
      if (!user) throw missing();
      const place = pairOf(changes);
      if (place) await assertPlace(db, place);
      await changeFields(db, caller, user, changes);
      if (place) {
        const status = await statusIn(db, id, place.organizationId);
        await placeUser(db, caller, id, { ...place, status });
      }
      return assertFound(await findUserRecord(db, id));
    });
  } catch (error) {
    // Another request took it between the lookup and the write; a retry names the field.
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError("conflict", {
      detail:
        "email, external_id: another user of this environment has the same email or external_id.",
      says: { name: "userEmailOrExternalIdTaken" },
    });
  }
}

/** Returns the refusal of a second user with the same value. */
export function takenByUser(field: "email" | "external_id"): ServiceError {
  return new ServiceError("conflict", {
    detail: `${field}: another user of this environment has the same ${field}.`,
    says: { name: field === "email" ? "userEmailTaken" : "userExternalIdTaken" },
  });
}

async function changeFields(
  db: Queryable,
  caller: Caller,
  user: User,
  changes: UserChanges,
): Promise<void> {
  const { email, externalId } = changes;
  const emailKey = email?.toLowerCase();
  const field = await takenUserField(db, user.id, { emailKey, externalId });
  if (field) throw takenByUser(field);
  const moved = email !== undefined && emailKey !== user.email.toLowerCase();
  // Another spelling of the same address changes the text and leaves its evidence unchanged.
  const fields: Partial<UserFields> = {
    ...eachField((name) => changes[name]),
    ...(moved ? {} : { email }),
  };
  const changed = changedFields<UserFields>(user, fields);
  if (changed.length > 0) {
    const next = Object.fromEntries(changed.map((name) => [name, fields[name]]));
    await writeUserFields(db, user.id, { ...user, ...next });
    await recordAuditEvent(db, {
      kind: "user.updated",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "user", id: user.id }],
      metadata: { changed },
    });
  }
  if (moved) await moveAddress(db, caller, user, email);
}

async function statusIn(db: Queryable, userId: string, organizationId: string) {
  const record = await findUserRecord(db, userId);
  const stored = record?.memberships.find((one) => one.organizationId === organizationId);
  return stored?.status ?? "active";
}
