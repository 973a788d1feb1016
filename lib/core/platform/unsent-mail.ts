import { maskEmail } from "@/lib/core/users/email";
import type { UnsentMessage } from "@/lib/kernel/mail/unsent-mail-store";

/** A message that is not sent, as the dashboard shows it: how it fares, not who it is for. */
export type UnsentMail<M extends UnsentMessage = UnsentMessage> = M & {
  /** When a worker may try it next; null when it failed, or a worker is at it. */
  nextAttemptAt: Date | null;
};

const LINK = /\b(https?:\/\/[^\s/?#<>"]+)[^\s<>"]*/gi;
const ADDRESS = /[^\s<>()[\]:;,"]+@[^\s<>()[\]:;,"]+/g;

/** The message without what is nobody's business: its recipient is masked, as is every address in what the mail server said,
 *  and links are cut to their host, because a server may repeat what it refuses. */
export function withoutPeople<M extends UnsentMessage>(message: M): M {
  const { recipient, lastError } = message;
  return {
    ...message,
    recipient: maskEmail(recipient),
    lastError: lastError && withoutAddresses(lastError),
  };
}

/** A text in which every address is masked and every link is cut to its host. */
export function withoutAddresses(text: string): string {
  return text.replace(LINK, "$1/…").replace(ADDRESS, maskEmail);
}
