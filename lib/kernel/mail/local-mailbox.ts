import { config } from "@/lib/kernel/config/config";
import { type MailboxMessage, readLocalMailbox } from "@/lib/kernel/mail/mailbox-store";
import { isOwnName } from "@/lib/kernel/process/own-names";

/** Opens the local mailbox, the newest message first; null in every other mode. It shows codes and links to
 *  any client, so it answers under this machine's own names only: a website whose name was pointed here (DNS
 *  rebinding) gets nothing.
 *  @param host the request's Host header */
export async function openLocalMailbox(host: string | null): Promise<MailboxMessage[] | null> {
  const { mode, baseUrl } = config();
  if (mode !== "local" || !isOwnName(host, new URL(baseUrl).hostname)) return null;
  return readLocalMailbox();
}
