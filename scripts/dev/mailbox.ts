import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type MailboxMessage, readLocalMailbox } from "@/lib/kernel/mail/mailbox-store";

const LOOK_MS = 40;

/** Which messages are asked for; every one when nothing is said. */
export interface Wanted {
  to?: string | undefined;
  template?: string | undefined;
}

/** Messages, the newest first. While there is none, it is waited for.
 *  @param waitSeconds how long; 0 does not wait */
export async function awaitMessages(
  { to, template }: Wanted,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<MailboxMessage[]> {
  const end = performance.now() + waitSeconds * 1000;
  for (;;) {
    const found = (await readLocalMailbox()).filter(
      (message) =>
        (to === undefined || message.to.toLowerCase() === to.toLowerCase()) &&
        (template === undefined || message.template === template),
    );
    if (found.length > 0 || signal.aborted || performance.now() >= end) return found;
    await sleep(LOOK_MS);
  }
}

/** Deletes messages from the mailbox. The service itself has no right to: its sweep does, after days.
 *  @param adminUrl the superuser's address of the service's database
 *  @returns how many there were */
export async function deleteMessages(adminUrl: string, { to, template }: Wanted): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `DELETE FROM mail_messages WHERE sealed_rendered IS NOT NULL
         AND ($1::text IS NULL OR lower(recipient) = lower($1)) AND ($2::text IS NULL OR template = $2)`,
      [to ?? null, template ?? null],
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
