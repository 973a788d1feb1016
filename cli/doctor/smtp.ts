import { isIP } from "node:net";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check";

/** Result of a conversation with the mail server. */
export interface SmtpSeen {
  host: string;
  /** Whether the connection is encrypted. */
  secure: boolean;
  /** Whether ATRIUM_SMTP_URL has a login. */
  hasLogin: boolean;
  /** Error that ended it early; null when it was completed. */
  error: { code: string; words: string; step: "connect" | "login" } | null;
}

const PATIENCE_MS = 10_000;

/** Checks that the mail server accepts our connection and login. No message is sent. */
export const smtp: Check = {
  name: "mail server",
  needs: "configuration",
  look: async ({ config: { smtpUrl } }) =>
    smtpUrl
      ? smtpFinding(await probeMailServer(smtpUrl))
      : skipped("no ATRIUM_SMTP_URL: mail is kept in the local mailbox"),
};

/** Connects, says EHLO, changes to TLS where the server offers it, logs in where there is a login, and
 *  disconnects.
 *  @param ms deadline of each step */
export async function probeMailServer(url: string, ms = PATIENCE_MS): Promise<SmtpSeen> {
  // Settings as for real mail (lib/kernel/mail/smtp): the address may carry more options of the library.
  const { auth, ...options } = parseConnectionUrl(url);
  const { host = "localhost", secure = false } = options;
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: ms,
    greetingTimeout: ms,
    socketTimeout: ms,
    dnsTimeout: ms,
    socketCloseTimeout: 0,
  });
  const seen = { host, secure, hasLogin: auth !== undefined };
  // The current step gets the error; a later one would be unhandled.
  connection.on("error", () => {});
  try {
    await step(connection, (done) => connection.connect(done));
    seen.secure = connection.secure;
  } catch (error) {
    connection.close();
    return { ...seen, error: { ...errorFacts(error), step: "connect" } };
  }
  try {
    if (auth) await step(connection, (done) => connection.login(auth, done));
    connection.quit();
    return { ...seen, error: null };
  } catch (error) {
    connection.close();
    return { ...seen, error: { ...errorFacts(error), step: "login" } };
  }
}

function step(
  connection: SMTPConnection,
  begin: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once("error", reject);
    begin((error) => (error ? reject(error) : resolve()));
  });
}

function errorFacts(error: unknown): { code: string; words: string } {
  const { code, message } = Object(error);
  return { code: String(code ?? ""), words: String(message ?? error) };
}

export function smtpFinding({ host, secure, hasLogin, error }: SmtpSeen): Finding {
  if (error?.step === "login")
    return failed(
      `the mail server refuses the login: ${error.words}`,
      "Correct user and password of ATRIUM_SMTP_URL; characters such as @ and / have to be percent-encoded.",
    );
  if (error) return failed(`no conversation with ${host}: ${error.words}`, remedyFor(error));
  const description = `${host} answers ${secure ? "over TLS" : "without TLS"}${hasLogin ? " and takes the login" : ""}`;
  if (secure || isLoopback(host)) return ok(description);
  const todo = "Use a mail server with STARTTLS, or smtps:// for TLS from the beginning.";
  return hasLogin
    ? failed(`${description}: the password and every code travel in the clear`, todo)
    : warning(`${description}: every code and link travels in the clear`, todo);
}

function remedyFor({ code, words }: { code: string; words: string }): string {
  if (/upgrading connection with STARTTLS/.test(words))
    return "The mail server has no STARTTLS on this port: 587 usually has it, smtps:// is TLS from the beginning (465).";
  if (/certificate|self.signed|altname|ETLS/i.test(`${code} ${words}`))
    return "Give the mail server a certificate for its name that this machine trusts (NODE_EXTRA_CA_CERTS for a CA of your own).";
  if (/EDNS|ENOTFOUND|EAI_AGAIN/.test(`${code} ${words}`))
    return "Correct the host of ATRIUM_SMTP_URL, or mend the name resolution of this machine.";
  if (/ETIMEDOUT|timeout/i.test(`${code} ${words}`))
    return "Look at the mail server and at firewalls on the way: many networks let nobody out on port 25. With smtps:// the port is 465.";
  return "Start the mail server, or correct host and port of ATRIUM_SMTP_URL.";
}

/** Whether a host is this machine: no attacker listens between this machine and itself. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
