import { argon2Cost } from "@/lib/core/passwords/argon2-parameters";
import { parseFirebaseScrypt } from "@/lib/core/passwords/firebase-scrypt";
import { bcryptCost } from "@/lib/core/passwords/imported-bcrypt";
import { parsePbkdf2 } from "@/lib/core/passwords/imported-pbkdf2";
import { parseScrypt } from "@/lib/core/passwords/imported-scrypt";
import { parseWrapped } from "@/lib/core/passwords/wrapped-hash";

const MIB_IN_KIB = 1024;
const STORED_MEMORY_KIB = 64 * MIB_IN_KIB;
/** Bounds of stored hashes: up to a second and 256 MiB, because those were accepted before the present
 *  bounds. */
const VERIFIED = { memoryKib: 256 * MIB_IN_KIB, shares: 4 };

// Size of one share per kind: about 300 ms of one core.
/** argon2 reads and writes its memory once per pass. */
const ARGON2_KIB_PASSES = 320 * MIB_IN_KIB;
const BCRYPT_COST = 12;
/** scrypt fills 128 · N · r bytes for each of its p lanes, one after the other (RFC 7914 §6). */
const SCRYPT_KIB = 128 * MIB_IN_KIB;
/** PBKDF2 iterates anew for each block of its output (RFC 8018 §5.2). */
const PBKDF2_ITERATIONS = { sha1: 1_500_000, sha256: 1_500_000, sha512: 600_000 } as const;
const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const;

/** The bounds in words, for the API description and error messages. */
export const IMPORTED_COST_BOUNDS =
  "argon2 up to 64 MiB, 10 passes, 8 lanes and 320 MiB of memory times passes; bcrypt with a cost of 4 to 12; scrypt from N = 2^10, up to 64 MiB a lane and 128 MiB in all; PBKDF2 from 1000 iterations, up to 1500000 (600000 of SHA-512) in all blocks of its output";

/** Cost of verifying one text against a hash. */
interface HashCost {
  memoryKib: number;
  /** The time, as a share of the maximum for one try. */
  share: number;
}

/** Returns the cost of a hash without its wrapping, by its own parameters. Null when it is no hash, or its
 *  parameters are invalid. */
function hashCost(hash: string): HashCost | null {
  if (hash.length > 512) return null;
  const argon2 = argon2Cost(parseWrapped(hash)?.argon2 ?? hash);
  if (argon2) {
    const { memoryCost, timeCost } = argon2;
    return { memoryKib: memoryCost, share: (memoryCost * timeCost) / ARGON2_KIB_PASSES };
  }
  const scrypt = parseScrypt(hash) ?? parseFirebaseScrypt(hash);
  if (scrypt) {
    const memoryKib = (128 * scrypt.cost * scrypt.blockSize) / 1024;
    return { memoryKib, share: (memoryKib * scrypt.parallelization) / SCRYPT_KIB };
  }
  const pbkdf2 = parsePbkdf2(hash);
  if (pbkdf2) {
    const blocks = Math.ceil(pbkdf2.key.length / DIGEST_BYTES[pbkdf2.digest]);
    const share = (blocks * pbkdf2.iterations) / PBKDF2_ITERATIONS[pbkdf2.digest];
    return { memoryKib: 0, share };
  }
  const bcrypt = bcryptCost(hash);
  return bcrypt === null ? null : { memoryKib: 4, share: 2 ** (bcrypt - BCRYPT_COST) };
}

/** Returns the cost of a stored hash; null for one that is never verified. */
export function verifiedCost(stored: string): HashCost | null {
  const cost = hashCost(stored);
  if (!cost || cost.memoryKib > VERIFIED.memoryKib || cost.share > VERIFIED.shares) return null;
  return cost;
}

/** Returns why a hash may not be stored, wrapped or not: each try at it would take more than 64 MiB or
 *  about 300 ms of one core until the right password came, or its parameters are invalid. Null when it
 *  may. */
export function importedCostProblem(hash: string): string | null {
  const cost = hashCost(hash);
  const mayBeStored = cost && cost.memoryKib <= STORED_MEMORY_KIB && cost.share <= 1;
  return mayBeStored ? null : `costs too much to verify, or too little; taken are ${bounds(hash)}`;
}

/** Returns the bounds of the algorithm that a hash names. */
function bounds(hash: string): string {
  const name = ["argon2", "scrypt", "pbkdf2"].find((one) => hash.includes(one)) ?? "bcrypt";
  const all = IMPORTED_COST_BOUNDS.split("; ");
  return all.find((one) => one.toLowerCase().startsWith(name)) ?? IMPORTED_COST_BOUNDS;
}
