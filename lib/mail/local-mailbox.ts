import { config } from "@/lib/config/config";
import { type MailboxMessage, readLocalMailbox } from "@/lib/mail/mailbox-store";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The local mailbox, the newest message first; null where there is none, which is everywhere but in the local
 *  mode. It shows codes and links to whoever asks, so it answers under this machine's own names only: a
 *  website whose name was pointed here (DNS rebinding) gets nothing.
 *  @param host the request's Host header */
export async function openLocalMailbox(host: string | null): Promise<MailboxMessage[] | null> {
  const { mode, baseUrl } = config();
  if (mode !== "local" || !host || !URL.canParse(`http://${host}`)) return null;
  const names = [...LOOPBACK, new URL(baseUrl).hostname];
  return names.includes(new URL(`http://${host}`).hostname) ? readLocalMailbox() : null;
}
