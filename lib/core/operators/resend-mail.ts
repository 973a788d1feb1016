import { type TemplateName, templates } from "@/emails/templates";
import { findMessage, type OperatedMessage } from "@/lib/core/operators/message-store";
import { platformScope } from "@/lib/core/platform/in-platform";
import { withoutAddresses } from "@/lib/core/platform/unsent-mail";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { withdrawWaitingJobs } from "@/lib/kernel/jobs/outbox-store";

/** Priority above every queued message (lib/kernel/mail/mail-turn): an operator waits for this one. */
const FIRST = 2_000_000_000;

/** Makes a worker try a queued message now, regardless of when its next attempt was due. Its attempts
 *  continue to count.
 *  @returns the message, and whether a worker was processing it already
 *  @throws ServiceError `missing` for an unknown id; `conflict` for a message that was sent, or that
 *  failed for good: its contents are deleted, and the detail states who can request a new one */
export async function resendMail(id: string): Promise<OperatedMessage & { isActive: boolean }> {
  if (!isId(id)) throw missing();
  const message = await inBatch(await platformScope(), (db) => findMessage(db, id));
  if (!message) throw missing();
  if (message.status !== "queued")
    throw new ServiceError("conflict", { detail: explainRefusal(message, message.status) });
  const { tenantId, environmentId } = message;
  const isActive = await inTransaction(
    { tenantId, environmentId: environmentId ?? "" },
    async (db) => {
      const withdrawn = await withdrawWaitingJobs(db, "mail.deliver", id);
      if (!withdrawn.isActive)
        await enqueueJob(db, "mail.deliver", { messageId: id }, undefined, FIRST);
      return withdrawn.isActive;
    },
  );
  return { ...message, isActive };
}

function explainRefusal(
  { template, sentAt, lastError }: OperatedMessage,
  status: "sent" | "failed",
) {
  if (status === "sent")
    return `The mail server took the message at ${sentAt?.toISOString() ?? "an unknown time"}: there is nothing to send again.`;
  const reason = lastError ? withoutAddresses(lastError) : "without a reason";
  return [
    `The message failed for good (${reason}), and what it said was deleted then.`,
    templates[template as TemplateName]?.afterFailure,
  ]
    .filter(Boolean)
    .join(" ");
}
