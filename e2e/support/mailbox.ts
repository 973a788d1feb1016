import { environment } from "./environment";

/** A message as the local mailbox shows it. */
export interface MailboxMessage {
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

/** The six-digit code of the newest message to an address, other than those that were used before. */
export async function newestCode(to: string, ...used: string[]): Promise<string> {
  const codeOf = (message: MailboxMessage) => /\b(\d{6})\b/.exec(message.text)?.[1];
  const message = await newestMail(to, (one) => {
    const code = codeOf(one);
    return code !== undefined && !used.includes(code);
  });
  return codeOf(message) ?? "";
}
