import { withFreshProof } from "@/app/(hosted)/account-security/ask-for-proof";
import { type OwnAccount, toAccount } from "@/app/(hosted)/account-security/own-account";
import type { ProtectedAction } from "@/app/(hosted)/account-security/wanted";
import { removeOwnFactor } from "@/lib/core/account-security/remove-factor";
import { listFactors } from "@/lib/core/factors/factor-store";
import { inBatch } from "@/lib/kernel/db/batch";
import { ServiceError } from "@/lib/kernel/errors";

/** Removes a passkey or an app, once its owner has a fresh proof. */
export function removeFactor(own: OwnAccount, id: string): Promise<Response> {
  return withFreshProof(
    own,
    () => removalOf(own, id),
    async () => toAccount(own, { removed: await removed(own, id) }),
  );
}

/** Removes a factor and returns its type; `none` when it is gone or another user's. */
async function removed({ caller, sessionId }: OwnAccount, id: string) {
  try {
    return (await removeOwnFactor(caller, sessionId, id, "hosted")).type;
  } catch (error) {
    if (error instanceof ServiceError && error.reason === "missing") return "none";
    throw error;
  }
}

async function removalOf(
  { caller, owner }: OwnAccount,
  id: string,
): Promise<ProtectedAction | null> {
  const factors = await inBatch(caller, (db) => listFactors(db, owner.userId));
  const factor = factors.find((one) => one.id === id);
  return factor ? { to: "remove", id, name: factor.name } : null;
}
