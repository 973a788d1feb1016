import { inBatch } from "@/lib/db/batch";
import { type Browse, type Page, pageOf } from "@/lib/db/keyset-page";
import { findNextAttempts } from "@/lib/jobs/outbox-store";
import { findUnsentMail, type UnsentStatus, unsentMailPlace } from "@/lib/mail/unsent-mail-store";
import { platformScope } from "@/lib/platform/in-platform";
import { type UnsentMail, withoutPeople } from "@/lib/platform/operators/unsent-mail";

/** Messages of all tenants that wait to be sent or have failed, a page at a time, the newest first. A message that failed
 *  is kept without what it said (lib/mail/mail-store), so there is nothing to send again.
 *  @param status which of them; null for all */
export async function listUnsentMail(
  status: UnsentStatus | null,
  browse: Browse,
): Promise<Page<UnsentMail>> {
  const found = await inBatch(await platformScope(), (db) => findUnsentMail(db, status, browse));
  const { rows, ...beside } = pageOf(found, unsentMailPlace, browse);
  const waiting = rows.filter((row) => row.status === "queued").map(({ id }) => id);
  const attempts = waiting.length > 0 ? await findNextAttempts("mail.deliver", waiting) : null;
  const told = rows.map((row) => ({
    ...withoutPeople(row),
    nextAttemptAt: attempts?.get(row.id) ?? null,
  }));
  return { ...beside, rows: told };
}
