import { recordAuditEvent } from "@/lib/audit/record-audit-event";
import type { RequestContext } from "@/lib/caller";
import { now } from "@/lib/clock";
import { inTransaction } from "@/lib/db/transaction";
import type { DeviceRequest } from "@/lib/oidc/device/device-request";
import { denyDeviceAuthorization } from "@/lib/oidc/device-codes/device-authorization-store";

/** Keeps a device out. Whoever has its code may say so, signed in or not: somebody who was sent the code of a stranger's device
 *  must not have to sign in to be rid of it. Of several answers the first counts. */
export async function denyDevice(
  { scope, client, authorization }: DeviceRequest,
  userId: string | null,
  context: RequestContext,
): Promise<void> {
  await inTransaction(scope, async (db) => {
    if (!(await denyDeviceAuthorization(db, authorization.id, now()))) return;
    await recordAuditEvent(db, {
      kind: "device.refused",
      actor: userId ? { type: "user", id: userId } : { type: "service", id: "oidc" },
      context,
      targets: [
        { type: "oidc_client", id: client.id, name: client.name },
        ...(userId ? [{ type: "user", id: userId }] : []),
      ],
    });
  });
}
