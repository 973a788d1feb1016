import { readUsableCodeEnd } from "@/lib/core/one-time-codes/login-code-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";

/** Returns when the last code of an open login or step-up stops working. Only the holder of the challenge
 *  can query it.
 *  @returns null when no code answers this challenge any more */
export function lastCodeEnd(scope: TenantScope, challengeToken: string): Promise<Date | null> {
  const at = now();
  return inBatch(scope, (db) => readUsableCodeEnd(db, hashSecret(challengeToken), at));
}
