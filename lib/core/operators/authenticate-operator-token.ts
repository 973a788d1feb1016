import { isUseDue } from "@/lib/core/credentials/last-use";
import {
  resolveOperatorToken,
  touchOperatorToken,
} from "@/lib/core/operators/operator-token-store";
import type { Caller } from "@/lib/kernel/caller";
import { now } from "@/lib/kernel/clock";
import { hashSecret } from "@/lib/kernel/crypto/secrets";
import { inBatch } from "@/lib/kernel/db/batch";

/** Precision of an operator token's last use, in seconds. */
const LAST_USE_SECONDS = 60;

/** Bearer of an operator token, or an operator signed in from a command line, in the platform's own
 *  environment: actions on the platform are audited there, and actions on a tenant in that tenant's log,
 *  each time with this actor. */
export interface OperatorCaller extends Caller {
  /** The token or the session by which requests are counted. */
  countedBy: string;
  /** The public id of the one tenant that the token reaches; null for all of the installation. */
  onlyTenant: string | null;
}

/** Returns the operator that a token (`aop_…`) stands for, or null when it is unknown, revoked or expired. */
export async function authenticateOperatorToken(
  token: string,
): Promise<Omit<OperatorCaller, "context"> | null> {
  if (!token.startsWith("aop_")) return null;
  const found = await resolveOperatorToken(hashSecret(token));
  const at = now();
  if (!found || (found.expiresAt && found.expiresAt <= at)) return null;
  if (isUseDue(found.lastUsedAt, at, LAST_USE_SECONDS))
    await inBatch(found, (db) => touchOperatorToken(db, found.id, at));
  return {
    tenantId: found.tenantId,
    environmentId: found.environmentId,
    environmentKey: "platform",
    countedBy: found.id,
    onlyTenant: found.onlyTenantPublicId,
    actor: { type: "operator", id: found.id, name: found.name },
  };
}
