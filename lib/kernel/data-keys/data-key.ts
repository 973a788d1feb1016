import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type MasterKey, masterKeySettings } from "@/lib/kernel/config/master-keys";

/** A data key as it is stored: wrapped by a master key, which the database does not have. */
export interface DataKey {
  id: number;
  wrappedKey: Uint8Array;
  /** The master key that opens it now. */
  masterKeyId: string;
  /** The master key that was in force when it was created. */
  madeUnder: string;
  createdAt: Date;
  activeFrom: Date;
  /** Whether it seals new values, by PostgreSQL's clock: the newest active one does. */
  seals: boolean;
  /** Whether it no longer opens anything, and only keyed hashes derive from it. */
  closed: boolean;
}

/** The available master keys do not open the database's values. The message is for the operator. */
export class WrongMasterKey extends Error {
  override readonly name = "WrongMasterKey";
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
export const DATA_KEY_BYTES = 32;

/** Wraps a data key (AES-256-GCM under a key derived from the master key, bound to the data key's id). */
export function wrapDataKey(id: number, key: Uint8Array, master: MasterKey): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", wrappingKey(master), iv);
  cipher.setAAD(Buffer.from(`data-key:${id}`));
  const body = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Opens a data key with the master key that it names.
 *  @throws WrongMasterKey that names the master key which the database needs */
export function unwrapDataKey(
  { id, wrappedKey, masterKeyId }: Pick<DataKey, "id" | "wrappedKey" | "masterKeyId">,
  masters: readonly MasterKey[],
): Buffer {
  const master = masters.find((candidate) => candidate.id === masterKeyId);
  if (!master) throw new WrongMasterKey(lacks(masterKeyId, masters));
  const bytes = Buffer.from(wrappedKey);
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv("aes-256-gcm", wrappingKey(master), iv, options);
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    decipher.setAAD(Buffer.from(`data-key:${id}`));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new WrongMasterKey(
      `Data key ${id} of the database is damaged: master key ${masterKeyId} does not open it. Restore the table data_keys from a backup.`,
    );
  }
}

/** Message for an operator whose master keys are not the database's. */
function lacks(masterKeyId: string, masters: readonly MasterKey[]): string {
  const ids = masters.map(({ id }) => id).join(", ");
  return `The database needs master key ${masterKeyId}, and the keys at hand are ${ids}. Without that key nothing that is sealed can be read: give it (${masterKeySettings.join(", ")}).`;
}

function wrappingKey({ key }: MasterKey): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "atrium", "wrap-data-key", 32));
}
