import { setTimeout as sleep } from "node:timers/promises";
import { type MailboxMessage, readLocalMailbox } from "@/lib/kernel/mail/mailbox-store";
import { withClient } from "../postgres/with-client";

const LOOK_MS = 40;

/** Filter of messages; empty for all. */
export interface MessageFilter {
  to?: string | undefined;
  template?: string | undefined;
}

/** Returns messages, the newest first, and waits for one while there is none.
 *  @param waitSeconds how long; 0 does not wait */
export async function awaitMessages(
  { to, template }: MessageFilter,
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

/** Deletes messages from the mailbox, as the superuser. The service itself may not: its sweep deletes them
 *  after days.
 *  @param adminUrl the superuser's address of the service's database
 *  @returns how many there were */
export async function deleteMessages(
  adminUrl: string,
  { to, template }: MessageFilter,
): Promise<number> {
  const { rowCount } = await withClient(adminUrl, (client) =>
    client.query(
      `DELETE FROM mail_messages WHERE sealed_rendered IS NOT NULL
         AND ($1::text IS NULL OR lower(recipient) = lower($1)) AND ($2::text IS NULL OR template = $2)`,
      [to ?? null, template ?? null],
    ),
  );
  return rowCount ?? 0;
}
