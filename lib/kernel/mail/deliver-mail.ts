import { z } from "zod";
import { oneLine } from "@/emails/parts/plain";
import type { Email } from "@/emails/templates";
import type { TenantScope } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { seal, unseal } from "@/lib/kernel/crypto/seal";
import { inBatch } from "@/lib/kernel/db/batch";
import { queues } from "@/lib/kernel/jobs/queues";
import { isMailAddress } from "@/lib/kernel/mail/mail-address";
import { mailBrandingOf } from "@/lib/kernel/mail/mail-branding";
import { mailCause } from "@/lib/kernel/mail/mail-cause";
import {
  type ClaimedMail,
  claimMail,
  isQueued,
  markFailedAttempt,
  markSent,
} from "@/lib/kernel/mail/mail-store";
import type { InlineImage, RenderedMail } from "@/lib/kernel/mail/rendered-mail";
import { MailRefused, type OutgoingMail, sendBySmtp } from "@/lib/kernel/mail/smtp";
import { countMail } from "@/lib/kernel/process/counters";
import { inSpan } from "@/lib/kernel/process/spans";

const job = z.object({ tenantId: z.uuid(), environmentId: z.uuid(), messageId: z.uuid() });

/** Seconds for which a message is claimed: longer than an attempt can take (lib/kernel/mail/smtp.ts), and
 *  less than it takes until another worker has a dead worker's job (lib/kernel/jobs/queues.ts). */
const CLAIM_SECONDS = 40;
const MOST_ATTEMPTS = queues["mail.deliver"].retryLimit + 1;

/** Makes one attempt to send a queued message. In the local mode without ATRIUM_SMTP_URL it is stored for the
 *  local mailbox instead. A message that was sent is never sent again; only when the process dies between the
 *  server's reply and its record is there a second copy, with the same Message-ID.
 *  @param data the job's `messageId`, with the tenant's ids
 *  @param send sends a message, or stores it and returns the local mailbox's copy
 *  @throws Error when another attempt is worthwhile */
export async function deliverMail(
  data: Record<string, string>,
  send: typeof sendOrStore = sendOrStore,
): Promise<void> {
  const { messageId, ...scope } = job.parse(data);
  const at = now();
  const mail = await inBatch(scope, (db) =>
    claimMail(db, messageId, at, secondsAfter(at, CLAIM_SECONDS)),
  );
  if (!mail) {
    if (await inBatch(scope, (db) => isQueued(db, messageId)))
      throw new Error("another worker holds this message");
    return;
  }
  let rendered: RenderedMail | null;
  try {
    rendered = await inSpan("sendMail", aboutMail(mail), () => send(mail), "client");
  } catch (error) {
    return failAttempt(scope, mail, error);
  }
  // Outside the attempt: an unreachable database must not make a sent message look like one to send again.
  const copy = rendered ? seal("mail-rendered", mail.id, rendered) : null;
  await inBatch(scope, (db) => markSent(db, mail.id, now(), copy));
  countMail("sent", "");
}

const aboutMail = ({ template, attempts }: ClaimedMail) => ({
  "atrium.mail.template": template,
  "atrium.mail.attempt": attempts,
});

async function failAttempt(scope: TenantScope, mail: ClaimedMail, error: unknown): Promise<void> {
  const reason = oneLine(error instanceof Error ? error.message : String(error), 500);
  const final = error instanceof MailRefused || mail.attempts >= MOST_ATTEMPTS;
  countMail(final ? "failed" : "retried", mailCause(error));
  await inBatch(scope, (db) => markFailedAttempt(db, mail.id, reason, final));
  if (!final) throw new Error(reason);
}

/** Makes one attempt.
 *  @returns the local mailbox's copy; null when the message went out by SMTP
 *  @throws MailRefused when no other attempt is worthwhile; any other error otherwise */
export async function sendOrStore(mail: ClaimedMail): Promise<RenderedMail | null> {
  const email = emailOf(mail);
  // Sent later, a code or link would arrive when it is no longer valid.
  if (!mail.tenantActive) throw new MailRefused("the tenant is disabled");
  if (!isMailAddress(mail.recipient)) throw new MailRefused("the recipient is not an address");
  if ("lifetimeSeconds" in email && secondsAfter(mail.createdAt, email.lifetimeSeconds) <= now())
    throw new MailRefused("what it carries expired before it could be sent");
  const { logo, ...brand } = mailBrandingOf(mail);
  // Loaded with the first message: a worker that sends none does not need its 30 MiB.
  const { renderEmail } = await import("@/emails/render-email");
  const { locale, ...rendered } = await renderEmail(email, {
    locale: mail.locale,
    brand: { ...brand, logoCid: logo?.cid ?? null },
  });
  const { id, recipient: to } = mail;
  const { smtpUrl, mode } = config();
  if (smtpUrl) {
    const images = logo ? [logo] : [];
    const subject = oneLine(rendered.subject, 150);
    const outgoing: OutgoingMail = { id, to, fromName: brand.name, locale, images, ...rendered };
    await sendBySmtp(smtpUrl, { ...outgoing, subject });
    return null;
  }
  if (mode !== "local") throw new Error("ATRIUM_SMTP_URL is not set");
  return { ...rendered, html: logo ? withImage(rendered.html, logo) : rendered.html };
}

/** Only `queueMail` seals with this purpose, so that an opened value has the shape of its template. */
function emailOf(mail: ClaimedMail): Email {
  const props = unseal("mail", mail.id, mail.sealedProps);
  const queued: Email = { ...Object(props), template: mail.template };
  return queued;
}

/** Browsers can't open `cid:` addresses: the mailbox's copy contains the image itself. */
function withImage(html: string, { cid, contentType, content }: InlineImage): string {
  return html.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString("base64")}`);
}
