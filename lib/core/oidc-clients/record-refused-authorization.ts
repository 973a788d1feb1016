import {
  type AuthorizationRefusal,
  printableText,
  shownAddress,
} from "@/lib/core/oidc-clients/refused-authorization";
import {
  deleteOlderRefusals,
  noteRefusal,
} from "@/lib/core/oidc-clients/refused-authorization-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { logger } from "@/lib/kernel/process/logger";
import { takeLocalPoint } from "@/lib/kernel/rate-limits/local-limiter";

/** Most distinct refusals that are stored for each cause. The limit is per cause: any client can send a wrong
 *  address, which must not displace the refusals of users. */
const MOST_STORED = 12;
/** Most refusals of a client that one process records per minute. Further requests are
 *  answered but not recorded. */
const A_MINUTE = { name: "refused-authorization", points: 20, seconds: 60 };

/** Records why an authorization of a client was refused, for the client's administrators. It is no audit
 *  event, because any request can cause it. A failure to record does not change the answer. */
export async function recordRefusedAuthorization(
  scope: TenantScope,
  clientId: string,
  refusal: AuthorizationRefusal,
): Promise<void> {
  if (!takeLocalPoint(A_MINUTE, clientId).allowed) return;
  const shown = {
    ...refusal,
    description: printableText(refusal.description),
    redirectUri: refusal.redirectUri ? shownAddress(refusal.redirectUri) : "",
  };
  try {
    await inTransaction(scope, async (db) => {
      await noteRefusal(db, clientId, shown, now());
      await deleteOlderRefusals(db, clientId, refusal.cause, MOST_STORED);
    });
  } catch (error) {
    logger.warn({ error: String(error) }, "a refused authorization was not noted");
  }
}
