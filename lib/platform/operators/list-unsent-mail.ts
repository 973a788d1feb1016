import { inBatch } from "@/lib/db/batch";
import type { Browse, Page } from "@/lib/db/keyset-page";
import {
  findUnsentMail,
  type UnsentOfTenant,
  type UnsentStatus,
} from "@/lib/mail/unsent-mail-store";
import { platformScope } from "@/lib/platform/in-platform";
import { tellUnsentMail } from "@/lib/platform/tell-unsent-mail";
import type { UnsentMail } from "@/lib/platform/unsent-mail";

/** Messages of all tenants that wait to be sent or have failed, a page at a time, the newest first.
 *  @param status which of them; null for all */
export async function listUnsentMail(
  status: UnsentStatus | null,
  browse: Browse,
): Promise<Page<UnsentMail<UnsentOfTenant>>> {
  const found = await inBatch(await platformScope(), (db) => findUnsentMail(db, status, browse));
  return tellUnsentMail(found, browse);
}
