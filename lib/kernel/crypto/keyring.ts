import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { singleton } from "@/lib/kernel/process/singleton";

/** The data key that keyed hashes derive from, and that form 1 of a sealed value means. It is never replaced. */
export const FIRST_DATA_KEY = 1;

/** An opened data key (lib/kernel/data-keys says where they come from). */
export interface OpenedDataKey {
  /** What a sealed value names. */
  id: number;
  /** 32 bytes. */
  key: Buffer;
  /** Whether new values are sealed with it. One of a keyring is. */
  seals: boolean;
  /** Whether it opens nothing any more: only keyed hashes derive from it. */
  closed?: boolean;
}

interface Kept extends OpenedDataKey {
  /** Keys of one purpose each. Purposes are texts of the code, so there are a few dozen. */
  derived: Map<string, Buffer>;
  hashKeys: Map<string, KeyObject>;
}

/** The process has not read the keys of the database yet, or it lacks the one that a value was sealed with. */
export class KeyringLacksKey extends Error {
  override readonly name = "KeyringLacksKey";
}

const ring = singleton("keyring", () => ({
  keys: new Map<number, Kept>(),
  sealing: undefined as Kept | undefined,
  onLack: () => {},
}));

/** Takes the data keys that the database has now. A key that was known before keeps what was derived from it. */
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

/** Has `wanted` called when a value names a key that this process does not have: the key may be newer than the keyring. */
export function onLackingKey(wanted: () => void): void {
  ring.onLack = wanted;
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

/** The ids of the data keys that open what comes from outside, the one that seals first.
 *  @throws KeyringLacksKey before the process has read the keys */
export function openingKeyIds(): number[] {
  const sealing = sealingKeyId();
  const others = [...ring.keys.values()].filter(({ id, closed }) => id !== sealing && !closed);
  return [sealing, ...others.map(({ id }) => id)];
}

/** Whether a data key is closed: whatever names it was sealed before it was turned, or by somebody who stole it. */
export function isClosed(dataKeyId: number): boolean {
  return ring.keys.get(dataKeyId)?.closed === true;
}

/** A key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869), derived once a process.
 *  @throws KeyringLacksKey when this process does not have the data key */
export function deriveKey(purpose: string, dataKeyId = FIRST_DATA_KEY): Buffer {
  const kept = keptKey(dataKeyId);
  const known = kept.derived.get(purpose);
  if (known) return known;
  const made = Buffer.from(hkdfSync("sha256", kept.key, "atrium", purpose, 32));
  kept.derived.set(purpose, made);
  return made;
}

/** The same as a key object for keyed hashes. */
export function deriveHashKey(purpose: string): KeyObject {
  const kept = keptKey(FIRST_DATA_KEY);
  const known = kept.hashKeys.get(purpose);
  if (known) return known;
  const made = createSecretKey(deriveKey(`keyed-hash:${purpose}`));
  kept.hashKeys.set(purpose, made);
  return made;
}

function keptKey(id: number): Kept {
  const kept = ring.keys.get(id);
  if (kept) return kept;
  const empty = "The keys of the database were not read yet";
  return lacking(ring.sealing ? `This process does not have data key ${id}` : empty);
}

function lacking(message: string): never {
  ring.onLack();
  throw new KeyringLacksKey(message);
}
