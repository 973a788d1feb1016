import { extensions } from "@/lib/core/extensions";
import { deleteFactorsOfUser } from "@/lib/core/factors/factor-store";
import { deleteRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import { deleteSecretsOfUser } from "@/lib/core/one-time/one-time-store";
import { deleteCodesOfUser } from "@/lib/core/one-time-codes/login-code-store";
import { clearSessionOrigins } from "@/lib/core/sessions/session-use-store";
import { deleteTrustedDevices } from "@/lib/core/trusted-devices/trusted-device-store";
import { requestErasure } from "@/lib/core/user-lifecycle/erasure-store";
import type { User } from "@/lib/core/users/user";
import { anonymiseUser } from "@/lib/core/users/user-change-store";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { deleteMailOfUser } from "@/lib/kernel/mail/mail-store";

/** Deletes all personal data of a user: no address, network address, user agent, device name or message
 *  stays. The audit trail is erased soon after (`eraseEvents`). Their sessions stay as ids until they are
 *  swept, because relying parties may still have to be notified of their end. Everything that lets the
 *  user in must have ended before. */
export async function forgetUser(
  db: Queryable,
  { id, email, displayName, externalId }: Pick<User, "id" | "email" | "displayName" | "externalId">,
  at: Date,
): Promise<void> {
  await clearSessionOrigins(db, id);
  await Promise.all([
    deleteTrustedDevices(db, id),
    deleteSecretsOfUser(db, id),
    deleteCodesOfUser(db, id),
    deleteFactorsOfUser(db, id),
    deleteRecoveryCodes(db, id),
  ]);
  await deleteMailOfUser(db, id, email);
  for (const { onUserErased } of extensions()) await onUserErased?.(db, { id, email, externalId });
  const knownAs = [email, displayName, externalId].filter((name) => isIdentifying(name));
  await requestErasure(db, id, knownAs);
  await anonymiseUser(db, id, at);
}

/** A name of one or two letters is part of many words, so it identifies no one. */
const isIdentifying = (name: string | null): name is string =>
  name !== null && name.trim().length > 2;
