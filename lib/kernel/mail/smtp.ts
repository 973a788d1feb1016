import { createTransport } from "nodemailer";
import { config } from "@/lib/kernel/config/config";
import { SMTP_CONNECTIONS } from "@/lib/kernel/jobs/queues";
import type { InlineImage, RenderedMail } from "@/lib/kernel/mail/rendered-mail";
import { faultOf, type SmtpReply } from "@/lib/kernel/mail/smtp-reply";
import { logger } from "@/lib/kernel/process/logger";
import { singleton } from "@/lib/kernel/process/singleton";

export interface OutgoingMail extends RenderedMail {
  /** The same on every attempt, so that a receiver can detect a repetition. */
  id: string;
  to: string;
  fromName: string;
  locale: string;
  images: InlineImage[];
}

/** The message can't be sent on any attempt: its recipient or content was rejected. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";

  /** @param byServer whether a mail server rejected it, and not this service */
  constructor(
    message: string,
    readonly byServer = false,
  ) {
    super(message);
  }
}

/** Sends a message to the mail server of ATRIUM_SMTP_URL.
 *  @throws MailRefused when retrying is pointless; any other error may pass */
export async function sendBySmtp(url: string, mail: OutgoingMail): Promise<void> {
  const { address, host } = sender();
  try {
    await transportOf(url).sendMail({
      signal: AbortSignal.timeout(ATTEMPT_MS),
      messageId: `<${mail.id}@${host}>`,
      from: { name: mail.fromName, address },
      to: { name: "", address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      attachments: mail.images.map(({ cid, contentType, content }) => ({
        cid,
        contentType,
        content,
        contentDisposition: "inline" as const,
      })),
      headers: {
        // Asks mailboxes for no automatic reply (RFC 3834 §5).
        "auto-submitted": "auto-generated",
        "x-auto-response-suppress": "All",
        "content-language": mail.locale,
      },
    });
    notice.isLogged = false;
  } catch (error) {
    const fault = faultOf(replyOf(error));
    if (fault === "service") logOnce(error);
    if (fault === "nobody") throw error;
    throw fault === "message" ? new MailRefused(messageOf(error), true) : new ServiceRefused(error);
  }
}

/** The mail server rejects this service: its login, its sender's address, its TLS. Mail waits until the
 *  operator fixes that. */
export class ServiceRefused extends Error {
  override readonly name = "ServiceRefused";

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

const notice = singleton("smtp-notice", () => ({ isLogged: false }));

/** Logs it at the first failure, and not for each message; the next successful message resets it. */
function logOnce(error: unknown): void {
  if (notice.isLogged) return;
  notice.isLogged = true;
  logger.error(
    { err: error },
    "the mail server refuses this service: mail waits until ATRIUM_SMTP_URL or ATRIUM_MAIL_FROM is mended",
  );
}

/** Timeout of one attempt, including the connection: less than a worker's claim lasts. */
const ATTEMPT_MS = 30_000;

const pools = singleton("smtp-pools", () => new Map<string, ReturnType<typeof newPool>>());

/** Returns the connection pool of a mail server. Connections are reused: a handshake for each message would
 *  take longer than the message itself. */
function transportOf(url: string): ReturnType<typeof newPool> {
  const pool = pools.get(url) ?? newPool(url);
  pools.set(url, pool);
  return pool;
}

function newPool(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    // The pool must not resend the message of a dropped connection: the server may have accepted it.
    maxRequeues: 0,
    // Less than the time after which a server or a NAT drops an idle connection without notice.
    idleTimeout: 5_000,
    // Together they are less than a worker's claim lasts.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // No part of a message is ever read from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The address of ATRIUM_MAIL_FROM, with or without a display name before it. */
function sender(): { address: string; host: string } {
  const { mailFrom } = config();
  const address = (/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom).trim();
  return { address, host: address.split("@")[1] ?? "localhost" };
}

function replyOf(error: unknown): SmtpReply {
  const { responseCode, response, command } = Object(error);
  const code = Number(responseCode);
  return {
    code: code > 0 ? code : null,
    text: String(response ?? ""),
    command: String(command ?? ""),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
