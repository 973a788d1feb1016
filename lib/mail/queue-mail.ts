import { seal } from "@/lib/crypto/seal";
import type { TenantTransaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { enqueueJob } from "@/lib/jobs/enqueue-job";
import { insertMail } from "@/lib/mail/mail-store";
import type { MailRequest } from "@/lib/mail/mail-template";

/** Queues a message in this transaction: it is sent if, and only if, the transaction commits. What it says is
 *  sealed, because it holds codes and links. */
export async function queueMail(
  transaction: TenantTransaction,
  { to, userId, locale, template, ...props }: MailRequest,
): Promise<void> {
  const id = newId();
  await insertMail(transaction, {
    id,
    template,
    locale: locale ?? "en",
    recipient: to,
    userId: userId ?? null,
    sealedProps: seal("mail", id, props),
  });
  await enqueueJob(transaction, "mail.deliver", { messageId: id });
}
