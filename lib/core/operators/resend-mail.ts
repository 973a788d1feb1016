import { findMessage, type OperatedMessage } from "@/lib/core/operators/message-store";
import { platformScope } from "@/lib/core/platform/in-platform";
import { withoutAddresses } from "@/lib/core/platform/unsent-mail";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { enqueueJob } from "@/lib/kernel/jobs/enqueue-job";
import { withdrawWaitingJobs } from "@/lib/kernel/jobs/outbox-store";
import type { MailTemplate } from "@/lib/kernel/mail/mail-template";

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
  const way = requestHints.find(([templates]) => templates.some((one) => one === template));
  return [
    `The message failed for good (${reason}), and what it said was deleted then.`,
    way?.[1] ?? "Whoever caused it causes a new one.",
  ].join(" ");
}

/** Ways to request a new message, by template. */
const requestHints: [templates: MailTemplate["template"][], words: string][] = [
  [["login_code"], "The user asks for a new code on the page of the sign-in."],
  [["step_up_code"], "The user asks for a new code on the page that wants it."],
  [
    ["password_reset"],
    "The user asks for a new link with “Forgot password?” on the page of the sign-in.",
  ],
  [
    ["set_password", "onboarding"],
    "An administrator of the tenant invites the user again, on the user's page of the dashboard; an operator is invited with `operator invite`.",
  ],
  [
    ["administrator_added"],
    "The administrator has access already; an owner of the tenant can tell them.",
  ],
  [["audit_checkpoint"], "The message of the next day says all that this one said."],
  [["delivery_test"], "Send another one: atrium mail test <address>."],
  [
    ["trusted_device_added", "password_changed", "factors_changed", "address_changed"],
    "It told of something that is in the tenant's audit log; nobody needs to send it.",
  ],
];
