import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { deriveKey } from "@/lib/crypto/secrets";

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a value for storage (AES-256-GCM under a key derived from ATRIUM_MASTER_KEY). `context`
 *  says what and whose it is, and is authenticated: a sealed value moved to another row does not open. */
export function seal(purpose: string, context: string, value: unknown): Buffer<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(`seal:${purpose}`), iv);
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made for the same purpose and context.
 *  @throws Error when it was altered, moved, or sealed under another master key */
export function unseal(purpose: string, context: string, sealed: Uint8Array): unknown {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== VERSION) throw new Error(`Sealed value of unknown version for ${purpose}`);
  const iv = bytes.subarray(1, 1 + IV_BYTES);
  const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(`seal:${purpose}`), iv);
  decipher.setAuthTag(tag);
  decipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([
    decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES)),
    decipher.final(),
  ]);
  return JSON.parse(body.toString("utf8"));
}
