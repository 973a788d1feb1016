import { argon2Cost } from "@/lib/passwords/argon2-parameters";
import { parseFirebaseScrypt } from "@/lib/passwords/firebase-scrypt";
import { bcryptCost } from "@/lib/passwords/imported-bcrypt";
import { isImportableHash } from "@/lib/passwords/imported-hash";
import { parsePbkdf2 } from "@/lib/passwords/imported-pbkdf2";
import { parseScrypt } from "@/lib/passwords/imported-scrypt";

const MIB = 1024 * 1024;
/** argon2 reads and writes its memory once a pass: a gibibyte of that is about a second of one core. */
const ARGON2_KIB_PASSES = 1024 * 1024;
/** scrypt fills 128 · N · r bytes for each of its p lanes, one after the other (RFC 7914 §6). */
const SCRYPT_BYTES = 256 * MIB;
/** PBKDF2 iterates anew for each block of its output (RFC 8018 §5.2). */
const PBKDF2_ITERATIONS = 2_000_000;
const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const;

/** The bounds in words, for the description and for whoever is refused. */
export const IMPORTED_COST_BOUNDS =
  "argon2 up to 256 MiB, 10 passes, 8 lanes and 1 GiB of memory times passes; bcrypt with a cost of 4 to 14; scrypt from N = 2^10, up to 128 MiB a lane and 256 MiB in all; PBKDF2 from 1000 iterations, up to 2000000 in all blocks of its output";

/** Why a hash of a known form is not taken along: whoever signs in with it would make one core work for longer
 *  than about a second, each time until the right password came, or its bounds make no sense. Null when it is
 *  taken. What was taken earlier at a higher cost still verifies (`isImportableHash`).
 *  @param hash matches `IMPORTABLE_HASH` */
export function importedCostProblem(hash: string): string | null {
  const bearable = isImportableHash(hash) && isWithinASecond(hash);
  return bearable ? null : `costs too much to verify, or too little; taken are ${bounds(hash)}`;
}

function isWithinASecond(hash: string): boolean {
  const argon2 = argon2Cost(hash);
  if (argon2) return argon2.memoryCost * argon2.timeCost <= ARGON2_KIB_PASSES;
  const scrypt = parseScrypt(hash) ?? parseFirebaseScrypt(hash);
  if (scrypt) return 128 * scrypt.cost * scrypt.blockSize * scrypt.parallelization <= SCRYPT_BYTES;
  const pbkdf2 = parsePbkdf2(hash);
  if (!pbkdf2) return bcryptCost(hash) !== null;
  const blocks = Math.ceil(pbkdf2.key.length / DIGEST_BYTES[pbkdf2.digest]);
  return blocks * pbkdf2.iterations <= PBKDF2_ITERATIONS;
}

/** What is taken of the algorithm that a hash names. */
function bounds(hash: string): string {
  const name = ["argon2", "scrypt", "pbkdf2"].find((one) => hash.includes(one)) ?? "bcrypt";
  const all = IMPORTED_COST_BOUNDS.split("; ");
  return all.find((one) => one.toLowerCase().startsWith(name)) ?? IMPORTED_COST_BOUNDS;
}
