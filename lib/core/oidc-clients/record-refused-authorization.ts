import {
  type AuthorizationRefusal,
  printableText,
  shownAddress,
} from "@/lib/core/oidc-clients/refused-authorization";
import {
  keepNewestRefusals,
  noteRefusal,
} from "@/lib/core/oidc-clients/refused-authorization-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { logger } from "@/lib/kernel/process/logger";
import { takeLocalPoint } from "@/lib/kernel/rate-limits/local-limiter";

/** Ways of being refused that are kept for each cause. Each cause has room of its own: anybody can send a wrong address,
 *  and must not push out what users were refused for. */
const KEPT = 12;
/** Refusals of a client that one process notes a minute: whoever sends many is answered, and not noted. */
const A_MINUTE = { name: "refused-authorization", points: 20, seconds: 60 };

/** Notes why an authorization of a client was refused, for whoever administers the client. It is no audit event: anybody
 *  can cause it. A refusal is answered as it would be when it can't be noted. */
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
      await keepNewestRefusals(db, clientId, refusal.cause, KEPT);
    });
  } catch (error) {
    logger.warn({ error: String(error) }, "a refused authorization was not noted");
  }
}
