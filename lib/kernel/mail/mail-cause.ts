import { MailRefused, ServiceRefused } from "@/lib/kernel/mail/smtp";

/** Why a message was not sent, in a word for metrics. */
export type MailCause =
  /** The server can't be reached: no such host, nothing listens, the connection was lost. */
  | "connection"
  | "timeout"
  /** The server does not take the login of ATRIUM_SMTP_URL. */
  | "authentication"
  /** The server takes no mail from this service: without a login, or from this sender. */
  | "service_refused"
  | "tls"
  /** The server turned the message or its recipient down. */
  | "refused"
  /** Nothing is sent on purpose: it came too late, the tenant is disabled, or the address is none. */
  | "withheld"
  | "other";

/** What nodemailer calls the causes. */
const byCode: Record<string, MailCause> = {
  ECONNECTION: "connection",
  ECONNREFUSED: "connection",
  ECONNRESET: "connection",
  EDNS: "connection",
  ENOTFOUND: "connection",
  ESOCKET: "connection",
  EPROXY: "connection",
  ETIMEDOUT: "timeout",
  ABORT_ERR: "timeout",
  EAUTH: "authentication",
  ENOAUTH: "authentication",
  EOAUTH2: "authentication",
  ETLS: "tls",
  EENVELOPE: "refused",
  EMESSAGE: "refused",
};

/** Why an attempt failed. */
export function mailCause(error: unknown): MailCause {
  const { code, name, message, responseCode } = Object(
    error instanceof ServiceRefused ? error.cause : error,
  );
  if (error instanceof MailRefused) return error.byServer ? "refused" : "withheld";
  if (name === "TimeoutError" || name === "AbortError") return "timeout";
  if (isAboutTls(code, message)) return "tls";
  const known = byCode[String(code)];
  if (error instanceof ServiceRefused && known !== "authentication") return "service_refused";
  return known ?? (Number(responseCode) >= 400 ? "refused" : "other");
}

/** Node's codes for certificates, which nodemailer wraps in ESOCKET. */
function isAboutTls(code: unknown, message: unknown): boolean {
  const words = `${String(code)} ${String(message)}`;
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|ERR_SSL|certificate|wrong version number/i.test(
    words,
  );
}
