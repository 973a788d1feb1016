import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { deriveHashKey } from "@/lib/kernel/crypto/keyring";

/** Prefix of a secret, which names its kind. */
export type SecretPrefix =
  | "as_"
  | "alcs_"
  | "aocs_"
  | "agr_"
  | "alk_"
  | "atd_"
  | "alc_"
  | "aop_"
  | "aen_"
  | "adc_";

/** Returns a new secret of 256 random bits after its prefix. Shown once; only its hash is stored. */
export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** Returns a new public identifier of 128 random bits after its prefix. */
export function newPublicId(prefix: "atr_" | "ac_" | "aoc_"): string {
  return prefix + randomBytes(16).toString("base64url");
}

/** Hashes a high-entropy secret for storage. A fast hash is right here: 256 random bits cannot be guessed. */
export function hashSecret(secret: string): Buffer<ArrayBuffer> {
  return hash("sha256", secret, "buffer");
}

/** Returns the part of a secret that may be shown afterwards, so that a user can distinguish two. */
export function secretHint(secret: string): string {
  return `…${secret.slice(-4)}`;
}

/** Compares two hashes in constant time. */
export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const noHash = Buffer.alloc(32);

/** Whether a presented hash is one of at most two. Always makes two comparisons, whether there are none, one
 *  or two. */
export function isOneOfTwoHashes(presented: Uint8Array, hashes: readonly Uint8Array[]): boolean {
  const first = equalHashes(presented, hashes[0] ?? noHash);
  const second = equalHashes(presented, hashes[1] ?? noHash);
  return first || second;
}

/** Returns a keyed hash, for values too short to be stored under a plain one: codes, addresses. The context
 *  binds it, so that the same code of two logins has two hashes. */
export function keyedHash(purpose: string, ...context: string[]): Buffer<ArrayBuffer> {
  const mac = createHmac("sha256", deriveHashKey(purpose));
  for (const part of context) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest();
}

/** Returns a code of decimal digits, each equally likely. */
export function newCode(digits: number): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, "0");
}
