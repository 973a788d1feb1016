import { SUCCESSOR_SECONDS, type TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";
import { replaceTrustedDeviceToken } from "@/lib/core/trusted-devices/trusted-device-store";
import { secondsAfter } from "@/lib/kernel/clock";
import { hashSecret, newSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Gives a device that was just used a new token, so that a copied one stops working once the owner has
 *  signed in with its successor. Until then the presented token continues to work, because the response
 *  may be lost. Of parallel logins with it one returns the successor; a later one returns another, which
 *  replaces the one that was never presented.
 *  @param presented the token this login came with */
export async function rotateTrustedDevice(
  db: Queryable,
  id: string,
  presented: string,
  at: Date,
): Promise<{ device: TrustedDevice; token: string } | null> {
  const token = newSecret("atd_");
  const device = await replaceTrustedDeviceToken(
    db,
    id,
    {
      presented: hashSecret(presented),
      next: hashSecret(token),
      successorLostAt: secondsAfter(at, SUCCESSOR_SECONDS),
    },
    at,
  );
  return device && { device, token };
}
