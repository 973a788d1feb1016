import { deleteFactor, listFactors } from "@/lib/core/factors/factor-store";
import type { OwnedFactor } from "@/lib/core/factors/owned-factor";
import { recordFactorChange } from "@/lib/core/factors/record-factor-change";
import { deleteRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import type { User } from "@/lib/core/users/user";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { missing } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";

/** Removes a factor of a user whose row is locked, and with the last one the recovery codes, which would
 *  have nothing to recover. Notifies the user by email.
 *  @throws ServiceError `missing` for a factor that is not this user's */
export async function takeFactor(
  db: Queryable,
  caller: Caller,
  user: Pick<User, "id" | "email" | "locale">,
  id: string,
): Promise<OwnedFactor> {
  const factor = isId(id) ? await deleteFactor(db, user.id, id) : null;
  if (!factor) throw missing();
  if ((await listFactors(db, user.id)).length === 0) await deleteRecoveryCodes(db, user.id);
  await recordFactorChange(db, caller, user, { factor, change: "removed", at: now() });
  return factor;
}
