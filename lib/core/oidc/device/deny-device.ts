import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { denyDeviceAuthorization } from "@/lib/core/device-codes/device-authorization-store";
import type { DeviceRequest } from "@/lib/core/oidc/device/device-request";
import type { RequestContext } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Denies a device. Needs only its code, and no sign-in: a victim who was sent the code of an attacker's
 *  device can reject it without signing in. The first of several answers counts. */
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
