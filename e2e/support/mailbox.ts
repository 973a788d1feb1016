import { environment } from "./environment";

/** A message as the local mailbox shows it. */
export interface MailboxMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The messages to an address, newest first. */
export async function mailsTo(to: string): Promise<MailboxMessage[]> {
  const { baseUrl, mailboxUrl = baseUrl } = environment();
  const response = await fetch(`${mailboxUrl}/dev/mailbox/messages.json`);
  const { messages } = (await response.json()) as { messages: MailboxMessage[] };
  return messages.filter((message) => message.to === to);
}

/** Returns the newest matching message to an address, and waits for it. The worker sends mail, so it takes a
 *  moment.
 *  @throws Error when none came in twenty seconds */
export async function newestMail(
  to: string,
  matches: (message: MailboxMessage) => boolean = () => true,
): Promise<MailboxMessage> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = (await mailsTo(to)).find(matches);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No such mail to ${to} came`);
}

/** Messages whose code a journey has already read. */
const read = new Set<string>();

const codeOf = ({ text }: MailboxMessage) => /\b(\d{6})\b/.exec(text)?.[1];

/** The newest message with a code to an address; undefined when there is none. */
async function newestWithCode(to: string): Promise<MailboxMessage | undefined> {
  return (await mailsTo(to)).find((message) => codeOf(message) !== undefined);
}

/** Skips the unused codes sent to an address, so that `newestCode` waits for one of a later request. */
export async function passOverCodes(to: string): Promise<void> {
  const newest = await newestWithCode(to);
  if (newest) read.add(newest.id);
}

/** Returns the six-digit code of the newest message to an address. It returns each message's code once: the
 *  next call waits for a newer message, and so never types an earlier code. */
export async function newestCode(to: string): Promise<string> {
  for (let left = 100; left >= 0; left -= 1) {
    const newest = await newestWithCode(to);
    if (newest && !read.has(newest.id)) {
      read.add(newest.id);
      return codeOf(newest) ?? "";
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No new code came to ${to}`);
}
