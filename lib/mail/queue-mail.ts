import { now } from "@/lib/clock";
import { seal } from "@/lib/crypto/seal";
import type { Queryable } from "@/lib/db/queryable";
import { newId } from "@/lib/ids";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { insertMail } from "@/lib/mail/mail-store";
import type { MailRequest } from "@/lib/mail/mail-template";
import { equallyUrgent, mailTurn } from "@/lib/mail/mail-turn";
import { countMail } from "@/lib/process/counters";

/** Queues a message in this transaction: it is sent if, and only if, the transaction commits. What it says is
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
  countMail("queued");
  const turn = mailTurn(template, now(), ahead);
  await enqueueJob(db, "mail.deliver", { messageId: id }, undefined, turn);
}
