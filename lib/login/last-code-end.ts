import type { TenantScope } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inBatch } from "@/lib/db/batch";
import { readUsableCodeEnd } from "@/lib/one-time-codes/login-code-store";

/** When the last code of a login or step-up that is under way stops working. Only whoever holds the challenge can ask.
 *  @returns null when no code answers this challenge any more */
export function lastCodeEnd(scope: TenantScope, challengeToken: string): Promise<Date | null> {
  const at = now();
  return inBatch(scope, (db) => readUsableCodeEnd(db, hashSecret(challengeToken), at));
}
