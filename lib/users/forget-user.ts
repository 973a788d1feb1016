import type { TenantTransaction } from "@/lib/db";
import { deleteMailOfUser } from "@/lib/mail/mail-store";
import { forgetWhereabouts } from "@/lib/sessions/revoked-session-store";
import { deleteTrustedDevices } from "@/lib/trusted-devices/trusted-device-store";
import { deleteEveryProof } from "@/lib/users/open-proof-store";
import type { User } from "@/lib/users/user";
import { anonymiseUser } from "@/lib/users/user-store";

/** Leaves nothing of a person but in the audit trail: no address, network address, user agent, name of a device or
 *  message. Their sessions stay as ids until they are swept, because relying parties may still have to be told
 *  of their end. Everything that lets the user in must have ended before. */
export async function forgetUser(
  transaction: TenantTransaction,
  { id, email }: Pick<User, "id" | "email">,
  at: Date,
): Promise<void> {
  await forgetWhereabouts(transaction, id);
  await deleteTrustedDevices(transaction, id);
  await deleteEveryProof(transaction, id);
  await deleteMailOfUser(transaction, id, email);
  await anonymiseUser(transaction, id, at);
}
