import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { openLocalMailbox } from "@/lib/kernel/mail/local-mailbox";
import type { MailboxMessage } from "@/lib/kernel/mail/mailbox-store";

/** Returns the local mailbox; not found in any other mode. */
export async function localMessages(): Promise<MailboxMessage[]> {
  return (await openLocalMailbox((await headers()).get("host"))) ?? notFound();
}
