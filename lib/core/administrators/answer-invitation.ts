import {
  answerInvitation as answerRow,
  type Invitation,
  resolveInvitations,
} from "@/lib/core/administrators/administrator-store";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { RequestContext } from "@/lib/kernel/caller";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing } from "@/lib/kernel/errors";

interface Person {
  userId: string;
  email: string;
  context: RequestContext;
}

/** Accepts or declines an invitation to administer a tenant, by the invited person. After acceptance they
 *  administer the tenant from the next page on, and its owners see who they are.
 *  @returns the answered invitation
 *  @throws ServiceError `missing` for an invitation that is another's, was answered or was withdrawn */
export async function answerInvitation(
  { userId, email, context }: Person,
  id: string,
  accepted: boolean,
): Promise<Invitation> {
  const invitation = (await resolveInvitations(userId)).find((one) => one.id === id);
  if (!invitation) throw missing();
  await inTransaction(invitation, async (db) => {
    if (!(await answerRow(db, { id, userId, accepted }))) throw missing();
    await recordAuditEvent(db, {
      kind: accepted ? "administrator.added" : "administrator.declined",
      // A person who declines remains named as the tenant typed them.
      actor: accepted
        ? { type: "administrator", id: userId, name: email }
        : { type: "administrator", id },
      context: accepted ? context : { ...context, ipAddress: null, userAgent: null },
      targets: [{ type: "administrator", id, ...(accepted ? { name: email } : {}) }],
      metadata: { role: invitation.role },
    });
  });
  return invitation;
}
