import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { deriveHashKey } from "@/lib/kernel/crypto/keyring";

/** What a secret is for, told by how it starts. */
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

/** A new secret of 256 random bits behind its prefix. Shown once; only its hash is kept. */
export function newSecret(prefix: SecretPrefix): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** A new public identifier of 128 random bits behind its prefix. */
export function newPublicId(prefix: "atr_" | "ac_" | "aoc_"): string {
  return prefix + randomBytes(16).toString("base64url");
}

/** How a high-entropy secret is stored. A fast hash is right here: 256 random bits cannot be guessed. */
export function hashSecret(secret: string): Buffer<ArrayBuffer> {
  return hash("sha256", secret, "buffer");
}

/** What may be shown of a secret afterwards, so that a person can tell two apart. */
export function secretHint(secret: string): string {
  return `…${secret.slice(-4)}`;
}

/** Compares two hashes without telling by time where they differ. */
export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const noHash = Buffer.alloc(32);

/** Whether a presented hash is one of at most two. Makes two comparisons, whether there are none, one or two. */
export function isOneOfTwoHashes(presented: Uint8Array, hashes: readonly Uint8Array[]): boolean {
  const first = equalHashes(presented, hashes[0] ?? noHash);
  const second = equalHashes(presented, hashes[1] ?? noHash);
  return first || second;
}

/** A keyed hash for values too short to be stored under a plain one: codes, addresses. The context
 *  binds it, so that the same code for two logins has two hashes. */
export function keyedHash(purpose: string, ...context: string[]): Buffer<ArrayBuffer> {
  const mac = createHmac("sha256", deriveHashKey(purpose));
  for (const part of context) mac.update(`${Buffer.byteLength(part)}:${part}`);
  return mac.digest();
}

/** A code of decimal digits, each equally likely. */
export function newCode(digits: number): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, "0");
}
