import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { Factor } from "@/lib/core/factors/factor";
import { deleteFactor, listFactors } from "@/lib/core/factors/factor-store";
import { deleteRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { notifyFactorChange } from "@/lib/core/factors/tell-of-factors";
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
  { actor, context }: Caller,
  user: Pick<User, "id" | "email" | "locale">,
  id: string,
): Promise<Factor> {
  const factor = isId(id) ? await deleteFactor(db, user.id, id) : null;
  if (!factor) throw missing();
  const at = now();
  if ((await listFactors(db, user.id)).length === 0) await deleteRecoveryCodes(db, user.id);
  await recordAuditEvent(db, {
    kind: "factor.removed",
    actor,
    context,
    targets: [
      { type: "user", id: user.id },
      { type: "factor", id },
    ],
    metadata: { type: factor.type, name: factor.name, transports: factor.transports },
    at,
  });
  const about = { occasion: `${factor.type}_removed`, factorName: factor.name } as const;
  await notifyFactorChange(db, user, about, context, at);
  return factor;
}
