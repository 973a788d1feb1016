import { newRecoveryCodes, recoveryCodeHash } from "@/lib/core/factors/recovery-code";
import { replaceRecoveryCodes } from "@/lib/core/factors/recovery-code-store";
import type { Queryable } from "@/lib/kernel/db/queryable";

/** Makes new recovery codes; the previous ones stop working. The caller must hold the user's row lock.
 *  @returns the codes, which are stored nowhere */
export async function renewRecoveryCodes(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryCodeHash(userId, code));
  await replaceRecoveryCodes(db, userId, hashes, at);
  return codes;
}
