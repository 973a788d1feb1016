import { secondsAfter } from "@/lib/clock";
import { hashSecret, newSecret } from "@/lib/crypto/secrets";
import type { TenantTransaction } from "@/lib/db";
import { PREVIOUS_TOKEN_SECONDS, type TrustedDevice } from "@/lib/trusted-devices/trusted-device";
import { replaceTrustedDeviceToken } from "@/lib/trusted-devices/trusted-device-store";

/** Gives a device that was just used a new token, so that a copied one stops working with the owner's next
 *  login. A login that presented the token before (within its grace) gets none: the one that rotated has it.
 *  @param presented the token this login came with */
export async function rotateTrustedDevice(
  transaction: TenantTransaction,
  id: string,
  presented: string,
  at: Date,
): Promise<{ device: TrustedDevice; token: string } | null> {
  const token = newSecret("atd_");
  const device = await replaceTrustedDeviceToken(
    transaction,
    id,
    {
      presented: hashSecret(presented),
      next: hashSecret(token),
      previousUntil: secondsAfter(at, PREVIOUS_TOKEN_SECONDS),
    },
    at,
  );
  return device && { device, token };
}
