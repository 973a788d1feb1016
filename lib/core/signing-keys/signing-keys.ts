import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { errors, type JWK } from "jose";
import {
  activatedKeys,
  type SigningKey,
  type SigningPurpose,
  signingKeyAt,
  verifies,
} from "@/lib/core/signing-keys/signing-key";
import { readSigningKeys } from "@/lib/core/signing-keys/signing-key-store";
import { placedMoment } from "@/lib/kernel/clock";
import { databaseOffsetMs } from "@/lib/kernel/db/database-clock";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { withinDeadline } from "@/lib/kernel/process/deadline";
import { singleton } from "@/lib/kernel/process/singleton";

/** Longest time for which a process uses cached keys. A new key is published for longer than this before it
 *  signs, so that no process receives a signature that it can't verify. */
export const KEY_CACHE_SECONDS = 30;

interface Cache {
  keys: SigningKey[];
  objects: Map<string, { publicKey: KeyObject; privateKey: KeyObject }>;
  /** By the process's own clock, which never jumps. */
  readAt: number;
  /** Difference between PostgreSQL's clock and this machine's at that time, in milliseconds. */
  offsetMs: number;
  reading: Promise<void> | null;
}

const cache = singleton<Cache>("signing-keys", () => ({
  keys: [],
  objects: new Map(),
  readAt: Number.NEGATIVE_INFINITY,
  offsetMs: 0,
  reading: null,
}));

/** Returns all stored keys, at most KEY_CACHE_SECONDS old. */
export async function currentKeys(): Promise<readonly SigningKey[]> {
  if (performance.now() - cache.readAt > KEY_CACHE_SECONDS * 1000) {
    cache.reading ??= withinDeadline(databaseDeadlines().silenceMs, refresh()).finally(() => {
      cache.reading = null;
    });
    await cache.reading;
  }
  return cache.keys;
}

/** Time by which keys sign and verify: PostgreSQL's, computed from when the keys were read, so that all
 *  servers change keys together, regardless of their own clocks. */
export function keyTime(): Date {
  return placedMoment() ?? new Date(Date.now() + cache.offsetMs);
}

/** Clears the cache, so that the next use reads again. For tests and the key commands. */
export function forgetKeys(): void {
  cache.readAt = Number.NEGATIVE_INFINITY;
}

async function refresh(): Promise<void> {
  const [keys, offsetMs] = await Promise.all([readSigningKeys(), databaseOffsetMs()]);
  cache.offsetMs = offsetMs;
  cache.keys = keys;
  cache.objects = new Map(
    keys.map((key) => [
      key.kid,
      {
        publicKey: createPublicKey({ key: key.publicJwk as JsonWebKey, format: "jwk" }),
        privateKey: createPrivateKey({ key: key.privateJwk as JsonWebKey, format: "jwk" }),
      },
    ]),
  );
  cache.readAt = performance.now();
}

/** Returns the key that signs for a purpose now, with the fields of the token's header. */
export async function signer(
  purpose: SigningPurpose,
): Promise<{ kid: string; alg: string; key: KeyObject }> {
  const keys = await currentKeys();
  const { kid, alg } = signingKeyAt(keys, purpose, keyTime());
  const objects = cache.objects.get(kid);
  if (!objects) throw new Error(`Signing key ${kid} was not loaded`);
  return { kid, alg, key: objects.privateKey };
}

/** A key pair for signing and verifying. */
export interface KeyPair {
  kid: string;
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** Returns all keys ever made for a purpose, the newest first, at any time: a signature by
 *  one of them is ours. */
export async function allKeysOf(purpose: SigningPurpose): Promise<KeyPair[]> {
  return pairs(
    (await currentKeys())
      .filter((key) => key.purpose === purpose)
      .sort((one, other) => other.activeFrom.getTime() - one.activeFrom.getTime()),
  );
}

/** Returns all keys of a purpose that have started to sign and still verify, the signing one first. A
 *  verifier that knows one of them can confirm a text that all of them signed. */
export async function signers(purpose: SigningPurpose): Promise<KeyPair[]> {
  return pairs(activatedKeys(await currentKeys(), purpose, keyTime()));
}

function pairs(keys: readonly SigningKey[]): KeyPair[] {
  return keys.flatMap(({ kid }) => {
    const objects = cache.objects.get(kid);
    return objects ? [{ kid, ...objects }] : [];
  });
}

/** Returns the public key that a token's header names, if it belongs to this purpose and still verifies.
 *  @throws JWKSNoMatchingKey, which the verifier treats as an invalid token */
export async function verificationKey(
  purpose: SigningPurpose,
  kid: string | undefined,
): Promise<KeyObject> {
  const key = (await currentKeys()).find(
    (candidate) => candidate.kid === kid && candidate.purpose === purpose,
  );
  const objects = key && verifies(key, keyTime()) ? cache.objects.get(key.kid) : undefined;
  if (!objects) throw new errors.JWKSNoMatchingKey();
  return objects.publicKey;
}

/** Whether signatures of the key with this id are still valid for this purpose. */
export async function stillVerifies(purpose: SigningPurpose, kid: string): Promise<boolean> {
  const key = (await currentKeys()).find((candidate) => candidate.kid === kid);
  return key?.purpose === purpose && verifies(key, keyTime());
}

/** Returns the public keys with which relying parties and backends verify (RFC 7517). Activity tokens
 *  are only for ourselves. */
export async function publicKeys(): Promise<JWK[]> {
  const keys = await currentKeys();
  const at = keyTime();
  return keys
    .filter((key) => key.purpose !== "session_activity" && verifies(key, at))
    .map((key) => key.publicJwk);
}
