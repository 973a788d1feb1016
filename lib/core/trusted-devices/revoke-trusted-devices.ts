import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import {
  markTrustedDevicesRevoked,
  type RevokedDevices,
} from "@/lib/core/trusted-devices/trusted-device-store";
import type { Actor, RequestContext } from "@/lib/kernel/caller";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Ends the trust in a user's devices, in these or in all of them: the next sign-in there requires a code
 *  again. One audit event for each device that was trusted until now, none for the others.
 *  @returns how many were */
export async function revokeTrustedDevices(
  db: Queryable,
  which: RevokedDevices,
  by: { actor: Actor; context: RequestContext; reason: string; at: Date },
): Promise<number> {
  const revoked = await markTrustedDevicesRevoked(db, which, by.at);
  for (const id of revoked)
    await recordAuditEvent(db, {
      kind: "trusted_device.revoked",
      actor: by.actor,
      context: by.context,
      targets: [
        { type: "trusted_device", id },
        { type: "user", id: which.userId },
      ],
      metadata: { reason: by.reason },
      at: by.at,
    });
  return revoked.length;
}
