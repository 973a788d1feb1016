import { admitStorageFor } from "@/lib/core/oidc/http/oauth-rate-limits";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { sealInteraction } from "@/lib/core/oidc/provider/sealed-interaction";
import { type NewPayload, upsertPayload } from "@/lib/core/oidc-payloads/oidc-payload-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { earlierReleaseServes } from "@/lib/kernel/db/earlier-release";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Stores a new interaction in its browser only, until a person acts in it. One that is too long for a cookie
 *  is stored in the database, and so is every one while servers of the previous release may receive the
 *  browser's next request; these count against the client.
 *  @throws ServiceError `rate_limited` */
export async function storeNewInteraction(scope: TenantScope, written: NewPayload): Promise<void> {
  const current = currentProviderRequest();
  const sealed = sealInteraction(scope, written.id, written.content);
  if (sealed !== null && !(await earlierReleaseServes())) {
    current.sealedInteraction = sealed;
    return;
  }
  const { client, context } = current;
  if (client && !written.content.session)
    await admitStorageFor("authorize", client.clientId, context);
  await inTransaction(scope, (db) => upsertPayload(db, written));
}
