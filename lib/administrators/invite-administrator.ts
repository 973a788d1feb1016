import type { AdministratorRole } from "@/lib/administrators/administrator";
import { assertActsAsOwner, entryOf } from "@/lib/administrators/administrator-rules";
import { lockAdministrators, writeAdministrator } from "@/lib/administrators/administrator-store";
import { inPlatformAs } from "@/lib/administrators/in-platform";
import { sendAdministratorInvitation } from "@/lib/administrators/send-invitation";
import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { Caller } from "@/lib/caller";
import { inTenant, type TenantTransaction } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { readTenant } from "@/lib/tenants/tenant-store";
import { createUser } from "@/lib/users/create-user";
import { parseEmail } from "@/lib/users/email";

/** Lets somebody administer the caller's tenant, and mails them: a link that sets a password, or the news alone when
 *  they have one.
 *  The person is made in the platform tenant first, the right is written second, the mail queued last: what a
 *  crash leaves undone, inviting again does, or, once the right is written, the invitation sent again.
 *  @throws ServiceError `unprocessable` for the address, `conflict` for who administers it already, `forbidden`
 *    when the caller is no owner (any more) */
export async function inviteAdministrator(
  caller: Caller,
  wanted: { email: string; role: AdministratorRole },
): Promise<{ userId: string }> {
  const address = parseEmail(wanted.email);
  if (!address)
    throw new ServiceError("unprocessable", { detail: "email: is not an address we can write to" });
  await inTenant(caller, async (t) => assertActsAsOwner(caller, await lockAdministrators(t)));
  const { user } = await createUser(await inPlatformAs(caller), { email: address.email });
  if (user.status !== "active")
    throw new ServiceError("conflict", { detail: "email: this account is suspended" });
  const tenantName = await inTenant(caller, async (transaction) => {
    const entries = await lockAdministrators(transaction);
    assertActsAsOwner(caller, entries);
    if (entries.some(({ userId }) => userId === user.id))
      throw new ServiceError("conflict", { detail: "email: administers this tenant already" });
    await writeAdministrator(transaction, user.id, wanted.role);
    await tell(transaction, caller, "administrator.added", user, { role: wanted.role });
    return (await readTenant(transaction)).name;
  });
  await sendAdministratorInvitation(caller, user.id, tenantName);
  return { userId: user.id };
}

/** Mails the invitation again, with a new link.
 *  @returns false when they have a password by now, and were told so
 *  @throws ServiceError `missing`, `forbidden`, `rate_limited` */
export async function inviteAdministratorAgain(caller: Caller, userId: string): Promise<boolean> {
  const tenantName = await inTenant(caller, async (transaction) => {
    const entries = await lockAdministrators(transaction);
    assertActsAsOwner(caller, entries);
    entryOf(entries, userId);
    return (await readTenant(transaction)).name;
  });
  const sent = await sendAdministratorInvitation(caller, userId, tenantName);
  if (sent)
    await inTenant(caller, (t) => tell(t, caller, "administrator.invited", { id: userId }, {}));
  return sent;
}

async function tell(
  transaction: TenantTransaction,
  { actor, context }: Caller,
  kind: "administrator.added" | "administrator.invited",
  user: { id: string; email?: string },
  metadata: Record<string, unknown>,
): Promise<void> {
  const target = {
    type: "administrator",
    id: user.id,
    ...(user.email ? { name: user.email } : {}),
  };
  await recordAuditEvent(transaction, { kind, actor, context, targets: [target], metadata });
}
