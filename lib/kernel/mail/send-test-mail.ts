import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { seal } from "@/lib/kernel/crypto/seal";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { deliverMail } from "@/lib/kernel/mail/deliver-mail";
import { isMailAddress } from "@/lib/kernel/mail/mail-address";
import { insertMail, markFailedAttempt, outcomeOf } from "@/lib/kernel/mail/mail-store";

/** Sends a test message to an address, immediately and once: with the same rendering and server as any other,
 *  but without a worker. A failure is not retried.
 *  @returns the message's id and the way it was sent
 *  @throws ServiceError `unprocessable` for an impossible address; `unavailable` with the mail server's words
 *  when it was rejected */
export async function sendTestMail(
  scope: TenantScope,
  to: string,
): Promise<{ id: string; by: "smtp" | "mailbox" }> {
  if (!isMailAddress(to))
    throw new ServiceError("unprocessable", {
      detail: "The address must be one that we can send email to.",
    });
  const id = newId();
  const sealedProps = seal("mail", id, {});
  const about = { id, template: "delivery_test", locale: "en", userId: null };
  const message = { ...about, recipient: to, sealedProps };
  await inBatch(scope, (db) => insertMail(db, [], message));
  const { tenantId, environmentId } = scope;
  await deliverMail({ tenantId, environmentId, messageId: id }).catch(async (error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    await inBatch(scope, (db) => markFailedAttempt(db, id, words, true));
  });
  const { status, lastError } = await inBatch(scope, (db) => outcomeOf(db, id));
  if (status !== "sent")
    throw new ServiceError("unavailable", {
      detail: `The mail server did not take the message: ${lastError ?? "it gave no reason"}`,
    });
  return { id, by: config().smtpUrl ? "smtp" : "mailbox" };
}
