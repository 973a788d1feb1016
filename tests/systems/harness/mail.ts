import { createServer } from "node:http";
import PostalMime from "postal-mime";
import { type MailServer, startMailServer } from "@/tests/support/mail-server";
import { atEnd } from "./ends";
import { listen } from "./processes";
import { until } from "./until";

const MAIL_MS = 30_000;

/** Starts a mail server that stores its messages. */
export async function aMailServer(): Promise<MailServer> {
  const server = await startMailServer();
  return { ...server, stop: atEnd(server.stop) };
}

/** Serves the messages of a mail server in the format of the local mode's mailbox.
 *  @returns its address */
export async function aMailbox({ received }: MailServer): Promise<string> {
  const mailbox = createServer(async (_request, response) => {
    const messages = received.map(async ({ recipients, raw }, at) => {
      const { subject = "", text = "", html = "" } = await PostalMime.parse(raw);
      return { id: String(at), to: recipients[0] ?? "", subject, text, html };
    });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ messages: (await Promise.all(messages)).reverse() }));
  });
  return `http://localhost:${await listen(mailbox)}`;
}

/** Waits for the code of the newest message to an address. */
export function mailedCode({ received }: MailServer, email: string): Promise<string> {
  return until(`a code is mailed to ${email}`, MAIL_MS, async () => {
    for (const { recipients, raw } of received.toReversed()) {
      const code = recipients.includes(email)
        ? /\b(\d{6})\b/.exec((await PostalMime.parse(raw)).text ?? "")?.[1]
        : undefined;
      if (code) return code;
    }
    return undefined;
  });
}

/** Numbers of addresses that got a message once, more than once, and never. */
export interface Arrivals {
  once: number;
  more: number;
  never: number;
}

/** Counts messages by address, once every address has one, or after a deadline. */
export async function countArrivals(
  { received }: MailServer,
  addresses: readonly string[],
): Promise<Arrivals> {
  const counted = () => {
    const counts = new Map<string, number>();
    for (const recipient of received.flatMap(({ recipients }) => recipients))
      counts.set(recipient, (counts.get(recipient) ?? 0) + 1);
    const of = addresses.map((address) => counts.get(address) ?? 0);
    const times = (matches: (count: number) => boolean) => of.filter(matches).length;
    return { once: times((n) => n === 1), more: times((n) => n > 1), never: times((n) => n === 0) };
  };
  const all = () => counted().never === 0;
  await until("every message arrived", MAIL_MS, all, 200).catch(() => {});
  return counted();
}
