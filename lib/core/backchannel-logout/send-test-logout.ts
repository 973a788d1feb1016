import { randomUUID } from "node:crypto";
import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import type { AttemptOutcome } from "@/lib/core/backchannel-logout/logout-delivery";
import { logoutToken } from "@/lib/core/backchannel-logout/logout-token";
import { postLogoutToken } from "@/lib/core/backchannel-logout/post-logout-token";
import { findOidcClientById } from "@/lib/core/oidc-clients/oidc-client-store";
import type { Caller } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { missing, ServiceError } from "@/lib/kernel/errors";
import { bucketKey, takePoint } from "@/lib/kernel/rate-limits/limiter";

/** Rate limit of a tenant's test requests to addresses of its choice. */
const BUDGET = { name: "logout-test", points: 10, seconds: 600 };

/** Sends a relying party's back-channel address a logout token that is signed and addressed like any
 *  other, but names a session and a user that never existed: the receiver has no user to sign out. One
 *  attempt, through the same guarded client as every delivery.
 *  @throws ServiceError `missing`, `unprocessable` without an address, `rate_limited` */
export async function sendTestLogout(
  caller: Caller,
  oidcClientId: string,
  send: typeof postLogoutToken = postLogoutToken,
): Promise<AttemptOutcome> {
  const client = await inTransaction(caller, (db) => findOidcClientById(db, oidcClientId));
  if (!client) throw missing();
  if (!client.backchannelLogoutUri)
    throw new ServiceError("unprocessable", {
      detail: "backchannel_logout_uri: register an address first.",
      says: { name: "logoutUriNeeded" },
    });
  const taken = await takePoint(BUDGET, bucketKey(caller.tenantId, client.id));
  if (!taken.allowed) throw new ServiceError("rate_limited", taken);
  const unknownSession = { userId: randomUUID(), sid: randomUUID(), jti: randomUUID() };
  const token = await logoutToken({
    ...unknownSession,
    clientId: client.clientId,
    idTokenSignedResponseAlg: client.idTokenSignedResponseAlg,
  });
  const outcome = await send(client.backchannelLogoutUri, token);
  const { statusCode, error } = outcome;
  await inBatch(caller, (db) =>
    recordAuditEvent(db, {
      kind: "oidc_client.logout_tested",
      actor: caller.actor,
      context: caller.context,
      targets: [{ type: "oidc_client", id: client.id, name: client.name }],
      metadata: { status_code: statusCode, error },
    }),
  );
  return outcome;
}
