import { unseal } from "@/lib/kernel/crypto/seal";
import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";
import type { RenderedMail } from "@/lib/kernel/mail/rendered-mail";

/** A message as the local mailbox shows it. */
export interface MailboxMessage extends RenderedMail {
  id: string;
  template: string;
  to: string;
  sentAt: Date;
}

interface StoredCopy {
  id: string;
  template: string;
  recipient: string;
  sentAt: Date;
  sealedRendered: Uint8Array;
}

/** Reads the newest messages of all tenants, the newest first. Copies exist in the local mode only, so
 *  elsewhere this is empty (see atrium_local_mailbox in the migrations). */
export async function readLocalMailbox(count = 200): Promise<MailboxMessage[]> {
  const rows = await unscoped.query(read<StoredCopy>`
    SELECT id, template, recipient, sent_at, sealed_rendered FROM atrium_local_mailbox(${count}::int)`);
  return rows.map(({ id, template, recipient, sentAt, sealedRendered }) => ({
    ...(unseal("mail-rendered", id, sealedRendered) as RenderedMail),
    id,
    template,
    to: recipient,
    sentAt,
  }));
}
