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

/** The newest message to an address, once one is there that `matches`. Mail leaves through the worker, so it
 *  takes a moment.
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

/** Messages whose code a journey was given. */
const read = new Set<string>();

/** The six-digit code of the newest message to an address. A message gives its code once: the next call waits for a message
 *  that is newer, and so never types the code of an earlier press. */
export async function newestCode(to: string): Promise<string> {
  const codeOf = ({ text }: MailboxMessage) => /\b(\d{6})\b/.exec(text)?.[1];
  const isNew = async () => {
    const messages = (await mailsTo(to)).filter((message) => codeOf(message) !== undefined);
    const [newest] = messages;
    return newest && !read.has(newest.id) ? newest : undefined;
  };
  let message = await isNew();
  for (let left = 100; !message && left > 0; left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    message = await isNew();
  }
  if (!message) throw new Error(`No new code came to ${to}`);
  read.add(message.id);
  return codeOf(message) ?? "";
}
