import { now } from "@/lib/kernel/clock";
import { seal } from "@/lib/kernel/crypto/seal";
import type { Queryable } from "@/lib/kernel/db/queryable";
import { newId } from "@/lib/kernel/ids";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { insertMail } from "@/lib/kernel/mail/mail-store";
import type { MailRequest } from "@/lib/kernel/mail/mail-template";
import { equallyUrgent, mailTurn } from "@/lib/kernel/mail/mail-turn";
import { countMail } from "@/lib/kernel/process/counters";

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
