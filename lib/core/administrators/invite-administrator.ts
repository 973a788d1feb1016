import type { AdministratorRole } from "@/lib/core/administrators/administrator";
import { assertActsAsOwner, entryOf } from "@/lib/core/administrators/administrator-rules";
import { lockAdministrators, writeInvitation } from "@/lib/core/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { inPlatformAs } from "@/lib/core/platform/in-platform";
import { sendAdministratorInvitation } from "@/lib/core/platform/send-invitation";
import { readTenant } from "@/lib/core/tenants/tenant-store";
import { createUser } from "@/lib/core/users/create-user";
import { parseEmail } from "@/lib/core/users/email";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { ServiceError } from "@/lib/kernel/errors";

/** Invites a person to administer the caller's tenant, and mails them: a link that sets a password, or
 *  only a notice when they have one. They administer it once they accept; until then nothing that the
 *  tenant sees discloses whether the address has an account, and in which state.
 *  The user is created in the platform tenant first, the invitation is written second, the mail queued
 *  last: after a crash, inviting again completes the steps, or, once the invitation is written, sending it
 *  again does.
 *  @throws ServiceError `unprocessable` for the address, `conflict` for a person who administers it or is
 *  invited already, `forbidden` when the caller is no owner (any more), `rate_limited` */
export async function inviteAdministrator(
  caller: Caller,
  input: { email: string; role: AdministratorRole },
): Promise<{ userId: string }> {
  const address = parseEmail(input.email);
  if (!address)
    throw new ServiceError("unprocessable", {
      detail: "email: must be an address that we can send email to.",
      says: { name: "addressUnusable" },
    });
  await inTransaction(caller, async (db) =>
    assertActsAsOwner(caller, await lockAdministrators(db)),
  );
  const { user } = await createUser(await inPlatformAs(caller), { email: address.email });
  const tenantName = await inTransaction(caller, async (db) => {
    const entries = await lockAdministrators(db);
    assertActsAsOwner(caller, entries);
    const there = entries.find(({ userId }) => userId === user.id);
    if (there)
      throw new ServiceError("conflict", {
        detail: there.acceptedAt
          ? "email: an administrator of this tenant has this email already."
          : "email: this email is invited already.",
        says: { name: there.acceptedAt ? "administratorAlready" : "invitedAlready" },
      });
    const { email } = address;
    const id = await writeInvitation(db, user.id, { email, role: input.role });
    await auditInvitation(db, caller, "administrator.invited", { id, email }, { role: input.role });
    return (await readTenant(db)).name;
  });
  await sendAdministratorInvitation(caller, user.id, tenantName);
  return { userId: user.id };
}

/** Mails the invitation again, with a new link when it carries one.
 *  @returns false when they have accepted by now
 *  @throws ServiceError `missing`, `forbidden`, `rate_limited` */
export async function inviteAdministratorAgain(caller: Caller, userId: string): Promise<boolean> {
  const invited = await inTransaction(caller, async (db) => {
    const entries = await lockAdministrators(db);
    assertActsAsOwner(caller, entries);
    const { id, acceptedAt, invitedEmail } = entryOf(entries, userId);
    if (acceptedAt) return null;
    const { name } = await readTenant(db);
    return { target: { id, ...(invitedEmail ? { email: invitedEmail } : {}) }, name };
  });
  if (!invited) return false;
  await sendAdministratorInvitation(caller, userId, invited.name);
  const { target } = invited;
  await inBatch(caller, (db) =>
    auditInvitation(db, caller, "administrator.invited", target, { again: true }),
  );
  return true;
}

async function auditInvitation(
  db: Queryable,
  { actor, context }: Caller,
  kind: "administrator.invited",
  user: { id: string; email?: string },
  metadata: Record<string, unknown>,
): Promise<void> {
  const target = {
    type: "administrator",
    id: user.id,
    ...(user.email ? { name: user.email } : {}),
  };
  await recordAuditEvent(db, { kind, actor, context, targets: [target], metadata });
}
