import type { TenantScope } from "@/lib/caller";
import { inBatch } from "@/lib/db/batch";
import type { Browse, Page } from "@/lib/db/keyset-page";
import { findEnvironmentMail, type UnsentStatus } from "@/lib/mail/unsent-mail-store";
import { tellUnsentMail } from "@/lib/platform/tell-unsent-mail";
import type { UnsentMail } from "@/lib/platform/unsent-mail";

/** Messages of one environment that wait to be sent or have failed, a page at a time, the newest first, as operators see
 *  those of all tenants.
 *  @param wanted which status, null for both; and how young they are, null for any age */
export async function listEnvironmentMail(
  scope: TenantScope,
  wanted: { status: UnsentStatus | null; since: Date | null },
  browse: Browse,
): Promise<Page<UnsentMail>> {
  const found = await inBatch(scope, (db) => findEnvironmentMail(db, wanted, browse));
  return tellUnsentMail(found, browse);
}
