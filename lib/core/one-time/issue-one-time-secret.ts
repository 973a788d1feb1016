import {
  lifetimeSeconds,
  type OneTimePurpose,
  prefixOf,
} from "@/lib/core/one-time/one-time-secret";
import { insertOneTimeSecret, type NewSecret } from "@/lib/core/one-time/one-time-store";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { hashSecret, newSecret } from "@/lib/kernel/crypto/secrets";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Makes a one-time secret for a user and stores its hash. Only the returned value contains the secret
 *  itself.
 *  @param emailed whether only the service's own email will carry it */
export async function issueOneTimeSecret(
  db: Queryable,
  purpose: OneTimePurpose,
  userId: string,
  {
    payload = {},
    ...how
  }: { emailed?: boolean; payload?: Record<string, unknown>; at?: Date } = {},
): Promise<{ secret: string; expiresAt: Date }> {
  const { secret, stored } = newOneTimeSecret(purpose, userId, { ...how, payload });
  await insertOneTimeSecret(db, stored);
  return { secret, expiresAt: stored.expiresAt };
}

/** Returns a new secret and its stored form. */
export function newOneTimeSecret(
  purpose: OneTimePurpose,
  userId: string,
  {
    emailed = false,
    payload,
    at = now(),
  }: { emailed?: boolean; payload: Record<string, unknown>; at?: Date },
): { secret: string; stored: NewSecret } {
  const secret = newSecret(prefixOf(purpose));
  const expiresAt = secondsAfter(at, lifetimeSeconds[purpose]);
  const secretHash = hashSecret(secret);
  return { secret, stored: { userId, purpose, secretHash, emailed, payload, at, expiresAt } };
}
