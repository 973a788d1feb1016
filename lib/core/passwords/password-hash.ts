import { availableParallelism } from "node:os";
import { argon2Hash } from "@/lib/core/passwords/argon2";
import { isAtTodaysCost, needsRehash, PARAMETERS } from "@/lib/core/passwords/argon2-parameters";
import { verifiedCost } from "@/lib/core/passwords/imported-cost";
import { isHashOf } from "@/lib/core/passwords/imported-hash";
import { normalizePassword } from "@/lib/core/passwords/password-policy";
import { parseWrapped, type WeakHash, wrappedIn } from "@/lib/core/passwords/wrapped-hash";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { ConcurrencyLimit } from "@/lib/kernel/process/concurrency-limit";
import { currentRequest } from "@/lib/kernel/process/current-request";
import type { HashLoad } from "@/lib/kernel/process/hash-capacity";
import { MemoryBudget } from "@/lib/kernel/process/memory-budget";
import { singleton } from "@/lib/kernel/process/singleton";

/** A hash at today's cost that belongs to no user: verified when there is no stored one. */
const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$TmqXr1Z9hNkU0b1s5vJm0A$ZQ3j8k0v5mJZ0aQnq1cJ9gq3oC4Zk2Yx1fW7uH0bTdE";

/** Memory of all hashes that a process computes at once: thirteen of our own. */
const MEMORY_KIB = 256 * 1024;

// Limited to the number of cores and the memory: more would only make each hash slower and everything else
// wait. The queue is short, because users do not wait for a slow login.
const state = singleton("password-hashing", () => {
  const queue = config().limits.passwordHashQueue;
  return {
    hashes: new ConcurrencyLimit(availableParallelism(), queue, { retryAfterSeconds: 2 }),
    memory: new MemoryBudget(MEMORY_KIB),
    count: 0,
  };
});

/** Returns how many hashes this process has computed, for metrics and for tests of equal work. */
export function passwordHashCount(): number {
  return state.count;
}

/** Returns the numbers of hashes in progress, waiting and refused. */
export function passwordHashLoad(): HashLoad {
  return { ...state.hashes.load(), refused: state.hashes.rejectedCount };
}

/** Computes the hash under which a password is stored: argon2id, as a PHC string.
 *  @param scope the tenant whose share of the slots it uses
 *  @throws ServiceError `service_overloaded` when all slots and the queue before them are taken */
export function hashPassword(
  { tenantId }: Pick<TenantScope, "tenantId">,
  password: string,
): Promise<string> {
  return state.hashes.run(tenantId, () => {
    return computed(PARAMETERS.memoryCost, () => argon2Hash(normalizePassword(password)));
  });
}

/** Verifies a password against the stored hash, and returns whether it should be hashed anew while the
 *  password is available. Every refusal costs a computation at today's cost and one of the most frequent
 *  imported kind, against the stored hash or a dummy, so that timing does not disclose which users have a
 *  password, nor whose is imported.
 *  @param scope the tenant whose share of the slots it uses
 *  @param decoy a hash of the kind that most imported hashes of the environment have; null when there are
 *  none
 *  @throws ServiceError `service_overloaded` when all slots and the queue before them are taken;
 *  `unavailable` when the request was answered meanwhile */
export function verifyPassword(
  { tenantId }: Pick<TenantScope, "tenantId">,
  stored: string | null,
  password: string,
  decoy: string | null = null,
): Promise<{ correct: boolean; rehash: boolean }> {
  return state.hashes.run(tenantId, async () => {
    const normalized = normalizePassword(password);
    // The previous system may have hashed the bytes as typed, before any normalisation, or have normalised
    // further.
    const spellings = [...new Set([password, normalized, normalized.normalize("NFKC")])];
    const verifiable = stored !== null && verifiedCost(stored) ? stored : null;
    const [found] = verifiable === null ? [] : await matching(verifiable, spellings, 1);
    if (verifiable !== null && found !== undefined)
      return { correct: true, rehash: found !== normalized || needsRehash(verifiable) };
    const isOurs =
      verifiable !== null && isAtTodaysCost(parseWrapped(verifiable)?.argon2 ?? verifiable);
    if (!isOurs) await matching(DUMMY_HASH, spellings);
    if (decoy !== null && (isOurs || verifiable === null)) await matching(decoy, spellings);
    return { correct: false, rehash: false };
  });
}

/** Returns the spellings of a password that match a hash. The first is always tried, the others as far as
 *  all together cost no more than the maximum of one try.
 *  @param enough how many to find */
async function matching(
  hash: string,
  spellings: readonly string[],
  enough = spellings.length,
): Promise<string[]> {
  const cost = verifiedCost(hash);
  if (!cost) return [];
  const found: string[] = [];
  for (const spelling of spellings.slice(0, Math.max(1, Math.floor(1 / cost.share)))) {
    const isFound = await computed(cost.memoryKib, () => isHashOf(hash, spelling));
    if (isFound && found.push(spelling) >= enough) break;
  }
  return found;
}

/** Computes a hash once there is memory for it, unless its request was answered meanwhile.
 *  @throws ServiceError `unavailable` when the request that it belongs to was answered meanwhile */
function computed<T>(memoryKib: number, work: () => Promise<T>): Promise<T> {
  return state.memory.run(memoryKib, () => {
    currentRequest()?.assertAwaited();
    state.count += 1;
    return work();
  });
}

/** Wraps a fast hash of another system in argon2id, so that it is never stored by itself.
 *  @param salt 16 bytes: the same hash of the same user is wrapped the same way again
 *  @throws ServiceError `service_overloaded` when all slots and the queue before them are taken */
export function wrapHash(
  { tenantId }: Pick<TenantScope, "tenantId">,
  weak: WeakHash,
  salt?: Buffer,
): Promise<string> {
  return state.hashes.run(tenantId, async () => {
    const inner = weak.value.toString("base64");
    return wrappedIn(weak, await computed(PARAMETERS.memoryCost, () => argon2Hash(inner, salt)));
  });
}
