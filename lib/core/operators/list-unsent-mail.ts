import { platformScope } from "@/lib/core/platform/in-platform";
import { describeUnsentMail } from "@/lib/core/platform/tell-unsent-mail";
import type { UnsentMail } from "@/lib/core/platform/unsent-mail";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import {
  findUnsentMail,
  type UnsentOfTenant,
  type UnsentStatus,
} from "@/lib/kernel/mail/unsent-mail-store";

/** Lists messages of all tenants that are queued or have failed, a page at a time, the newest first.
 *  @param status which of them; null for all */
export async function listUnsentMail(
  status: UnsentStatus | null,
  browse: Browse,
): Promise<Page<UnsentMail<UnsentOfTenant>>> {
  const found = await inBatch(await platformScope(), (db) => findUnsentMail(db, status, browse));
  return describeUnsentMail(found, browse);
}
