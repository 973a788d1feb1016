import type { Caller } from "@/lib/caller";
import { now } from "@/lib/clock";
import { hashSecret } from "@/lib/crypto/secrets";
import { inTenant } from "@/lib/db";
import { resolveOperatorToken, touchOperatorToken } from "@/lib/operators/operator-token-store";

/** Last use is noted once in this time. */
const TOUCH_SECONDS = 60;

/** Whoever holds an operator token, in the platform's own environment: what is done to the platform is audited
 *  there, and what is done to a tenant in that tenant's log, each time with this actor. */
export interface OperatorCaller extends Caller {
  operatorTokenId: string;
}

/** The operator that a token (`aop_…`) stands for, or null when it is unknown, revoked or expired. */
export async function authenticateOperatorToken(
  token: string,
): Promise<Omit<OperatorCaller, "context"> | null> {
  if (!token.startsWith("aop_")) return null;
  const found = await resolveOperatorToken(hashSecret(token));
  const at = now();
  if (!found || (found.expiresAt && found.expiresAt <= at)) return null;
  const usedLately =
    found.lastUsedAt && at.getTime() - found.lastUsedAt.getTime() < TOUCH_SECONDS * 1000;
  if (!usedLately)
    await inTenant(found, (transaction) => touchOperatorToken(transaction, found.id, at));
  return {
    tenantId: found.tenantId,
    environmentId: found.environmentId,
    environmentKey: "platform",
    operatorTokenId: found.id,
    actor: { type: "operator", id: found.id, name: found.name },
  };
}
