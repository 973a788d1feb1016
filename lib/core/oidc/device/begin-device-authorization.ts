import { recordAuditEvent } from "@/lib/core/audit/record-audit-event";
import { DEVICE_CODE_SECONDS } from "@/lib/core/device-codes/device-authorization";
import { insertDeviceAuthorization } from "@/lib/core/device-codes/device-authorization-store";
import { newUserCode } from "@/lib/core/device-codes/user-code";
import { identityScopes } from "@/lib/core/oidc/provider/scopes-and-claims";
import type { RelyingParty } from "@/lib/core/oidc/token/authenticated-client";
import { accessScopesOf } from "@/lib/core/oidc-clients/oidc-client";
import type { RequestContext } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { newSecret } from "@/lib/kernel/crypto/secrets";
import { inTransaction } from "@/lib/kernel/db/transaction";

/** Codes of a new request: one that the device polls with, and one that it shows. */
export interface DeviceCodes {
  deviceCode: string;
  userCode: string;
}

/** Most attempts to draw a user code that is not in use. One in many thousands of requests needs a second. */
const DRAWS = 5;

/** Stores a device's request for a sign-in, for ten minutes. Only the answer contains the two codes.
 *  @param requestedScope space-separated scopes that the client may request; unknown ones are dropped
 *  @param context location of the device, which the person sees */
export async function beginDeviceAuthorization(
  { scope, client }: RelyingParty,
  requestedScope: string,
  context: RequestContext,
): Promise<DeviceCodes> {
  const known: readonly string[] = [...identityScopes, ...accessScopesOf(client)];
  const granted = [...new Set(requestedScope.split(" "))].filter((one) => known.includes(one));
  const at = now();
  const deviceCode = newSecret("adc_");
  return inTransaction(scope, async (db) => {
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const userCode = newUserCode();
      const added = await insertDeviceAuthorization(db, {
        ...{ deviceCode, userCode, oidcClientId: client.id, scope: granted.join(" ") },
        ...{ ipAddress: context.ipAddress, userAgent: context.userAgent },
        ...{ createdAt: at, expiresAt: secondsAfter(at, DEVICE_CODE_SECONDS) },
      });
      if (!added) continue;
      await recordAuditEvent(db, {
        kind: "device.requested",
        actor: { type: "service", id: "oidc" },
        context,
        targets: [{ type: "oidc_client", id: client.id, name: client.name }],
        metadata: { scope: granted.join(" ") },
      });
      return { deviceCode, userCode };
    }
    throw new Error("No free code was drawn for a device");
  });
}
