import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey, FIRST_DATA_KEY, isClosed, sealingKeyId } from "@/lib/kernel/crypto/keyring";

/** Form 1 names no key: it is sealed with the first data key, and an earlier version can read it. Form 2
 *  names its key. */
const [FIRST_FORM, NAMED_FORM] = [1, 2];
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a value (AES-256-GCM under a key derived from the data key in force). `context` names its kind
 *  and owner, and is authenticated: a sealed value moved to another row does not open.
 *  @throws KeyringLacksKey before the process has read the keys of the database */
export function seal(purpose: string, context: string, value: unknown): Buffer<ArrayBuffer> {
  return sealBytes(purpose, context, Buffer.from(JSON.stringify(value)));
}

/** Like `seal`, for bytes.
 *  @throws KeyringLacksKey before the process has read the keys of the database */
export function sealBytes(
  purpose: string,
  context: string,
  value: Uint8Array,
): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const keyId = sealingKeyId();
  const cipher = createCipheriv("aes-256-gcm", deriveKey(`seal:${purpose}`, keyId), iv);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(value), cipher.final()]);
  return Buffer.concat([headOf(keyId), iv, cipher.getAuthTag(), body]);
}

/** Decrypts the output of `seal` for the same purpose and context.
 *  @throws Error when it was altered, moved, or sealed with another key
 *  @throws KeyringLacksKey when this process does not have the key that the value names */
export function unseal(purpose: string, context: string, sealed: Uint8Array): unknown {
  return JSON.parse(unsealBytes(purpose, context, sealed).toString("utf8"));
}

/** Decrypts the output of `sealBytes`.
 *  @throws Error when it was altered, moved, or sealed with another key
 *  @throws KeyringLacksKey when this process does not have the key that the value names */
export function unsealBytes(purpose: string, context: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const { keyId, headBytes } = readHead(purpose, bytes);
  if (isClosed(keyId)) throw new Error(`Sealed value of a data key that is closed for ${purpose}`);
  const iv = bytes.subarray(headBytes, headBytes + IV_BYTES);
  const tag = bytes.subarray(headBytes + IV_BYTES, headBytes + IV_BYTES + TAG_BYTES);
  const key = deriveKey(`seal:${purpose}`, keyId);
  // Without it a truncated value would be accepted with a shorter tag.
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  decipher.setAAD(Buffer.from(context));
  return Buffer.concat([
    decipher.update(bytes.subarray(headBytes + IV_BYTES + TAG_BYTES)),
    decipher.final(),
  ]);
}

const firstHead = Buffer.from([FIRST_FORM]);

function headOf(keyId: number): Buffer {
  if (keyId === FIRST_DATA_KEY) return firstHead;
  const head = Buffer.alloc(5, NAMED_FORM);
  head.writeUInt32BE(keyId, 1);
  return head;
}

function readHead(purpose: string, bytes: Buffer): { keyId: number; headBytes: number } {
  if (bytes[0] === FIRST_FORM) return { keyId: FIRST_DATA_KEY, headBytes: 1 };
  if (bytes[0] === NAMED_FORM && bytes.length > 5)
    return { keyId: bytes.readUInt32BE(1), headBytes: 5 };
  throw new Error(`Sealed value of unknown form for ${purpose}`);
}
