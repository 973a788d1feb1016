import { now, secondsAfter } from "@/lib/clock";
import { hashSecret, newSecret } from "@/lib/crypto/secrets";
import type { TenantTransaction } from "@/lib/db";
import { lifetimeSeconds, type OneTimePurpose, prefixOf } from "@/lib/one-time/one-time-secret";
import { insertOneTimeSecret } from "@/lib/one-time/one-time-store";

/** Makes a one-time secret for a user. The secret itself is only in the answer.
 *  @param emailed whether the service's own email will carry it, and nothing else will */
export async function issueOneTimeSecret(
  transaction: TenantTransaction,
  purpose: OneTimePurpose,
  userId: string,
  { emailed = false, payload = {} }: { emailed?: boolean; payload?: Record<string, unknown> } = {},
): Promise<{ secret: string; expiresAt: Date }> {
  const secret = newSecret(prefixOf(purpose));
  const at = now();
  const expiresAt = secondsAfter(at, lifetimeSeconds[purpose]);
  const secretHash = hashSecret(secret);
  await insertOneTimeSecret(transaction, {
    userId,
    purpose,
    secretHash,
    emailed,
    payload,
    at,
    expiresAt,
  });
  return { secret, expiresAt };
}
