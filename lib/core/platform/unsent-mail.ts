import { maskEmail } from "@/lib/core/users/email";
import type { UnsentMessage } from "@/lib/kernel/mail/unsent-mail-store";

/** An unsent message as the dashboard shows it: its state, not its recipient. */
export type UnsentMail<M extends UnsentMessage = UnsentMessage> = M & {
  /** Earliest time of the next attempt; null when it failed, or a worker is processing it. */
  nextAttemptAt: Date | null;
};

const LINK = /\b(https?:\/\/[^\s/?#<>"]+)[^\s<>"]*/gi;
const ADDRESS = /[^\s<>()[\]:;,"]+@[^\s<>()[\]:;,"]+/g;

/** Removes personal data from a message: its recipient is masked, as is every address in the mail server's
 *  response, and links are cut to their host, because a server may repeat what it refuses. */
export function withoutPeople<M extends UnsentMessage>(message: M): M {
  const { recipient, lastError } = message;
  return {
    ...message,
    recipient: maskEmail(recipient),
    lastError: lastError && withoutAddresses(lastError),
  };
}

/** Returns a text in which every address is masked and every link is cut to its host. */
export function withoutAddresses(text: string): string {
  return text.replace(LINK, "$1/…").replace(ADDRESS, maskEmail);
}
