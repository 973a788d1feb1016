import { MailRefused, ServiceRefused } from "@/lib/kernel/mail/smtp";

/** Cause of a failure to send a message, as a label of metrics. */
export type MailCause =
  /** The server can't be reached: unknown host, refused or lost connection. */
  | "connection"
  | "timeout"
  /** The server rejects the login of ATRIUM_SMTP_URL. */
  | "authentication"
  /** The server rejects mail from this service: without a login, or from this sender. */
  | "service_refused"
  | "tls"
  /** The server rejected the message or its recipient. */
  | "refused"
  /** Not sent on purpose: expired, the tenant is disabled, or the address is invalid. */
  | "withheld"
  | "other";

/** Nodemailer's codes of the causes. */
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

/** Returns the cause of a failed attempt. */
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
