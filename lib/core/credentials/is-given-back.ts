import { isTokenRevoked } from "@/lib/core/credentials/revoked-token-store";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Whether the token that a holder presents was revoked before its end (RFC 7009). For a holder that
 *  revoked none, which is almost every one, nothing is queried.
 *  @param jti the token's own id */
export async function isRevokedByHolder(
  holder: TenantScope & { hasRevokedTokens: boolean },
  jti: string | undefined,
): Promise<boolean> {
  if (!holder.hasRevokedTokens) return false;
  return inBatch(holder, (db) => isTokenRevoked(db, jti ?? ""));
}
