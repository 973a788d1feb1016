import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { singleton } from "@/lib/kernel/process/singleton";

/** The data key from which keyed hashes derive, and of sealed values of form 1. It is never replaced. */
export const FIRST_DATA_KEY = 1;

/** An opened data key (lib/kernel/data-keys says where they come from). */
export interface OpenedDataKey {
  /** Id that sealed values name. */
  id: number;
  /** 32 bytes. */
  key: Buffer;
  /** Whether new values are sealed with it: true for exactly one key of a keyring. */
  seals: boolean;
  /** Whether it no longer opens anything: only keyed hashes derive from it. */
  closed?: boolean;
}

interface HeldKey extends OpenedDataKey {
  /** Keys of one purpose each. Purposes are constants of the code, so there are a few dozen. */
  derived: Map<string, Buffer>;
  hashKeys: Map<string, KeyObject>;
}

/** The process has not read the keys of the database yet, or it lacks the one that a value was sealed
 *  with. */
export class KeyringLacksKey extends Error {
  override readonly name = "KeyringLacksKey";
}

const ring = singleton("keyring", () => ({
  keys: new Map<number, HeldKey>(),
  sealing: undefined as HeldKey | undefined,
  onLack: () => {},
}));

/** Replaces the keyring with the data keys that the database has now. A key that was known before retains its
 *  derived keys. */
export function takeDataKeys(keys: readonly OpenedDataKey[]): void {
  const known = ring.keys;
  const same = ({ id, key }: OpenedDataKey) => known.get(id)?.key.equals(key);
  ring.keys = new Map(
    keys.map((each) => {
      const old = same(each) ? known.get(each.id) : undefined;
      const fresh = { derived: new Map(), hashKeys: new Map() };
      return [each.id, { ...(old ?? fresh), ...each }];
    }),
  );
  ring.sealing = [...ring.keys.values()].find(({ seals }) => seals);
}

/** Sets a callback for values that name a key which this process does not have: the key may be newer than the
 *  keyring. */
export function onLackingKey(onLack: () => void): void {
  ring.onLack = onLack;
}

/** Whether this process has keys. */
export function hasDataKeys(): boolean {
  return ring.sealing !== undefined;
}

/** The id of the data key that seals new values.
 *  @throws KeyringLacksKey before the process has read the keys */
export function sealingKeyId(): number {
  if (ring.sealing) return ring.sealing.id;
  return lacking("The keys of the database were not read yet");
}

/** Returns the ids of the data keys that open values from outside, the sealing one first.
 *  @throws KeyringLacksKey before the process has read the keys */
export function openingKeyIds(): number[] {
  const sealing = sealingKeyId();
  const others = [...ring.keys.values()].filter(({ id, closed }) => id !== sealing && !closed);
  return [sealing, ...others.map(({ id }) => id)];
}

/** Whether a data key is closed: a value that names it was sealed before the keys were rotated, or by an
 *  attacker who stole the key. */
export function isClosed(dataKeyId: number): boolean {
  return ring.keys.get(dataKeyId)?.closed === true;
}

/** Derives a key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869), once in a process.
 *  @throws KeyringLacksKey when this process does not have the data key */
export function deriveKey(purpose: string, dataKeyId = FIRST_DATA_KEY): Buffer {
  const heldKey = findHeldKey(dataKeyId);
  const known = heldKey.derived.get(purpose);
  if (known) return known;
  const made = Buffer.from(hkdfSync("sha256", heldKey.key, "atrium", purpose, 32));
  heldKey.derived.set(purpose, made);
  return made;
}

/** Like `deriveKey`, as a key object for keyed hashes. */
export function deriveHashKey(purpose: string): KeyObject {
  const heldKey = findHeldKey(FIRST_DATA_KEY);
  const known = heldKey.hashKeys.get(purpose);
  if (known) return known;
  const made = createSecretKey(deriveKey(`keyed-hash:${purpose}`));
  heldKey.hashKeys.set(purpose, made);
  return made;
}

function findHeldKey(id: number): HeldKey {
  const heldKey = ring.keys.get(id);
  if (heldKey) return heldKey;
  const empty = "The keys of the database were not read yet";
  return lacking(ring.sealing ? `This process does not have data key ${id}` : empty);
}

function lacking(message: string): never {
  ring.onLack();
  throw new KeyringLacksKey(message);
}
