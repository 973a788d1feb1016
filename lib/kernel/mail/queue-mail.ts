import type { Email } from "@/emails/templates";
import { now } from "@/lib/kernel/clock";
import { seal } from "@/lib/kernel/crypto/seal";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { insertMail } from "@/lib/kernel/mail/mail-store";
import { equallyUrgent, mailTurn } from "@/lib/kernel/mail/mail-turn";
import { countMail } from "@/lib/kernel/process/counters";

/** A message to an address.
 *  @property userId the user of the transaction's environment whose address it is or was: the message is
 *  deleted with them */
export type MailRequest = { to: string; userId?: string; locale?: string | null } & Email;

/** Queues a message in this transaction: it is sent if, and only if, the transaction commits. Its content is
 *  sealed, because it holds codes and links. */
export async function queueMail(
  db: Queryable,
  { to, userId, locale, template, ...props }: MailRequest,
): Promise<void> {
  const id = newId();
  const equals = equallyUrgent(template);
  const ahead = await insertMail(db, equals, {
    id,
    template,
    locale: locale ?? "en",
    recipient: to,
    userId: userId ?? null,
    sealedProps: seal("mail", id, props),
  });
  countMail("queued", "");
  const turn = mailTurn(template, now(), ahead);
  await enqueueJob(db, "mail.deliver", { messageId: id }, undefined, turn);
}
