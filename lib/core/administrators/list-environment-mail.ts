import { describeUnsentMail } from "@/lib/core/platform/tell-unsent-mail";
import type { UnsentMail } from "@/lib/core/platform/unsent-mail";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import type { Browse, Page } from "@/lib/kernel/db/keyset-page";
import { findEnvironmentMail, type UnsentStatus } from "@/lib/kernel/mail/unsent-mail-store";

/** Lists messages of one environment that are queued or have failed, a page at a time, newest first, as
 *  operators see those of all tenants. The filter has the status, null for both, and the maximum age, null
 *  for any age. */
export async function listEnvironmentMail(
  scope: TenantScope,
  filter: { status: UnsentStatus | null; since: Date | null },
  browse: Browse,
): Promise<Page<UnsentMail>> {
  const found = await inBatch(scope, (db) => findEnvironmentMail(db, filter, browse));
  return describeUnsentMail(found, browse);
}
