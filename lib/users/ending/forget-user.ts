import type { Queryable } from "@/lib/db/queryable";
import { deleteMailOfUser } from "@/lib/mail/mail-store";
import { deleteSecretsOfUser } from "@/lib/one-time/one-time-store";
import { deleteCodesOfUser } from "@/lib/one-time-codes/login-code-store";
import { forgetWhereabouts } from "@/lib/sessions/session-use-store";
import { deleteTrustedDevices } from "@/lib/trusted-devices/trusted-device-store";
import { deleteFactorsOfUser } from "@/lib/users/factors/factor-store";
import { deleteRecoveryCodes } from "@/lib/users/factors/recovery-code-store";
import type { User } from "@/lib/users/user";
import { anonymiseUser } from "@/lib/users/user-change-store";

/** Leaves nothing of a person but in the audit trail: no address, network address, user agent, name of a device or
 *  message. Their sessions stay as ids until they are swept, because relying parties may still have to be told
 *  of their end. Everything that lets the user in must have ended before. */
export async function forgetUser(
  db: Queryable,
  { id, email }: Pick<User, "id" | "email">,
  at: Date,
): Promise<void> {
  await forgetWhereabouts(db, id);
  await Promise.all([
    deleteTrustedDevices(db, id),
    deleteSecretsOfUser(db, id),
    deleteCodesOfUser(db, id),
    deleteFactorsOfUser(db, id),
    deleteRecoveryCodes(db, id),
  ]);
  await deleteMailOfUser(db, id, email);
  await anonymiseUser(db, id, at);
}
