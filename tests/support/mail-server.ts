import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface MailServer {
  url: string;
  /** Received messages, the oldest first. */
  received: { recipients: string[]; raw: string }[];
  /** Replies to the next recipients, in this order; after them it accepts. */
  refusals: { code: number; message: string }[];
  /** Replies to the next senders (MAIL FROM), as above. */
  senderRefusals: { code: number; message: string }[];
  /** Returns the number of connections so far. */
  connections(): number;
  /** Returns the newest message, parsed. */
  newest(): Promise<Email>;
  stop(): Promise<void>;
}

/** A real SMTP server on a free port of this machine. Name it in ATRIUM_SMTP_URL before anything reads the
 *  configuration. */
export async function startMailServer(): Promise<MailServer> {
  const received: MailServer["received"] = [];
  const refusals: MailServer["refusals"] = [];
  const senderRefusals: MailServer["senderRefusals"] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    // Clients keep connections open for their next message; stopping does not wait for them.
    closeTimeout: 50,
    onConnect(_session, callback) {
      connections += 1;
      callback();
    },
    onMailFrom: (_address, _session, callback) => callback(errorOf(senderRefusals.shift())),
    onRcptTo: (_address, _session, callback) => callback(errorOf(refusals.shift())),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, raw: Buffer.concat(chunks).toString("utf8") });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    senderRefusals,
    connections: () => connections,
    newest: () => PostalMime.parse(received.at(-1)?.raw ?? ""),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function errorOf(refusal: { code: number; message: string } | undefined): Error | null {
  return refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null;
}
