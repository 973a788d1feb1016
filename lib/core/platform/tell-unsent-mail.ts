import { type UnsentMail, withoutPeople } from "@/lib/core/platform/unsent-mail";
import { type Browse, type Page, pageOf } from "@/lib/kernel/db/keyset-page";
import { findNextAttempts } from "@/lib/kernel/jobs/outbox-store";
import { type UnsentMessage, unsentMailPlace } from "@/lib/kernel/mail/unsent-mail-store";

/** Returns a page of messages without personal data, each with its next attempt. A failed message is
 *  stored without its contents (lib/kernel/mail/mail-store), so there is nothing to send again.
 *  @param found the rows of the page, and one more when there is another page */
export async function describeUnsentMail<M extends UnsentMessage>(
  found: readonly M[],
  browse: Browse,
): Promise<Page<UnsentMail<M>>> {
  const { rows, ...beside } = pageOf(found, unsentMailPlace, browse);
  const waiting = rows.filter((row) => row.status === "queued").map(({ id }) => id);
  const attempts = waiting.length > 0 ? await findNextAttempts("mail.deliver", waiting) : null;
  const messages = rows.map((row) => ({
    ...withoutPeople(row),
    nextAttemptAt: attempts?.get(row.id) ?? null,
  }));
  return { ...beside, rows: messages };
}
