import { availableParallelism } from "node:os";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { argon2Hash, argon2Verify } from "@/lib/passwords/argon2";
import { isBearableArgon2, needsRehash } from "@/lib/passwords/argon2-parameters";
import { isImportableHash, verifyImportedHash } from "@/lib/passwords/imported-hash";
import { normalizePassword } from "@/lib/passwords/password-policy";
import { parseWrapped, type WeakHash, weakDigest, wrappedIn } from "@/lib/passwords/wrapped-hash";
import { ConcurrencyLimit } from "@/lib/process/concurrency-limit";
import type { HashLoad } from "@/lib/process/hash-capacity";
import { singleton } from "@/lib/process/singleton";

/** A hash of nobody's password, at today's cost: what is verified where there is no stored one. */
const NOBODY =
  "$argon2id$v=19$m=19456,t=2,p=1$TmqXr1Z9hNkU0b1s5vJm0A$ZQ3j8k0v5mJZ0aQnq1cJ9gq3oC4Zk2Yx1fW7uH0bTdE";

// As many hashes run at once as there are cores: more would only make each slower and everything else wait. The
// queue is short, because a login that waits longer than a person does is answered to nobody.
const state = singleton("password-hashing", () => {
  const queue = config().limits.passwordHashQueue;
  return {
    hashes: new ConcurrencyLimit(availableParallelism(), queue, { retryAfterSeconds: 2 }),
    count: 0,
  };
});

/** How many argon2id computations this process has done, for metrics and for tests of equal work. */
export function passwordHashCount(): number {
  return state.count;
}

/** How many hashes are being computed, wait, and were turned away. */
export function passwordHashLoad(): HashLoad {
  return { ...state.hashes.load(), refused: state.hashes.turnedAway };
}

/** The hash under which a password is stored: argon2id, as a PHC string.
 *  @param scope the tenant in whose turn it is computed
 *  @throws ServiceError `service_overloaded` when all slots and the queue before them are taken */
export function hashPassword(
  { tenantId }: Pick<TenantScope, "tenantId">,
  password: string,
): Promise<string> {
  return state.hashes.run(tenantId, () => {
    state.count += 1;
    return argon2Hash(normalizePassword(password));
  });
}

/** Whether a password is the one that was stored, and whether it should be hashed anew now that it is at
 *  hand. Without a stored hash the same work is done and the answer is no, so that time does not tell who
 *  has a password. An imported hash costs its own work on top of that; it is replaced at the first sign-in.
 *  @param scope the tenant in whose turn it is computed
 *  @throws ServiceError `service_overloaded` when all slots and the queue before them are taken */
export function verifyPassword(
  { tenantId }: Pick<TenantScope, "tenantId">,
  stored: string | null,
  password: string,
): Promise<{ correct: boolean; rehash: boolean }> {
  return state.hashes.run(tenantId, async () => {
    state.count += 1;
    const normalized = normalizePassword(password);
    // The importing system may have hashed the bytes as typed, before any normalisation, or have normalised further.
    const spellings = [...new Set([password, normalized, normalized.normalize("NFKC")])];
    const wrapped = stored === null ? null : parseWrapped(stored);
    if (wrapped) {
      const correct = await verifyWrapped(wrapped, spellings);
      return { correct, rehash: correct };
    }
    const native = stored !== null && isBearableArgon2(stored) ? stored : null;
    const matches = await argon2Verify(native ?? NOBODY, normalized);
    if (native !== null) return { correct: matches, rehash: matches && needsRehash(native) };
    const imported = stored !== null && isImportableHash(stored);
    const correct = imported && (await verifyImportedHash(stored, spellings));
    return { correct, rehash: correct };
  });
}

/** A fast hash of another system, wrapped in argon2id, so that it is never stored by itself.
 *  @param salt 16 bytes: the same hash of the same user is wrapped the same way again
 *  @throws ServiceError `service_overloaded` when all slots and the queue before them are taken */
export function wrapHash(
  { tenantId }: Pick<TenantScope, "tenantId">,
  weak: WeakHash,
  salt?: Buffer,
): Promise<string> {
  return state.hashes.run(tenantId, async () => {
    state.count += 1;
    return wrappedIn(weak, await argon2Hash(weak.value.toString("base64"), salt));
  });
}

/** Costs one argon2 computation as any other, and one more for each other spelling of the password. */
async function verifyWrapped(
  { weak, argon2 }: { weak: Omit<WeakHash, "value">; argon2: string },
  spellings: readonly string[],
): Promise<boolean> {
  for (const spelling of spellings)
    if (await argon2Verify(argon2, weakDigest(weak, spelling).toString("base64"))) return true;
  return false;
}
