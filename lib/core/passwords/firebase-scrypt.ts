import { createCipheriv, type ScryptOptions, scrypt } from "node:crypto";
import type { ScryptHash } from "@/lib/core/passwords/imported-scrypt";
import { equalHashes } from "@/lib/kernel/crypto/secrets";

/** Stored format of a hash of Firebase Authentication: `$firebase-scrypt$ln=14,r=8,p=1$<salt>$<64 bytes>`. */
export const FIREBASE_SCRYPT =
  /^\$firebase-scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=1\$([A-Za-z0-9+/]{2,128})={0,2}\$([A-Za-z0-9+/]{86})={0,2}$/;

const MAX_MEMORY = 128 * 1024 * 1024;
/** Firebase uses 32 bytes of scrypt as the key of AES-256-CTR, from a counter of zeros. */
const [KEY_BYTES, COUNTER] = [32, Buffer.alloc(16)];

/** A project's parameters, as the Firebase console shows them. */
export interface FirebaseParameters {
  signerKey: Buffer;
  saltSeparator: Buffer;
  rounds: number;
  memCost: number;
}

/** Returns a user's hash in the stored form. Firebase encrypts the project's signer key under a key
 *  derived from the password; without the signer key the remainder is the key stream, so that the
 *  project's secret is stored nowhere.
 *  @returns null when the hash is not as long as the signer key */
export function firebaseScrypt(
  { signerKey, saltSeparator, rounds, memCost }: FirebaseParameters,
  { salt, hash }: { salt: Buffer; hash: Buffer },
): string | null {
  if (signerKey.length !== 64 || hash.length !== 64) return null;
  const stream = hash.map((byte, at) => byte ^ (signerKey[at] ?? 0));
  const bare = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
  const whole = Buffer.concat([salt, saltSeparator]);
  return `$firebase-scrypt$ln=${memCost},r=${rounds},p=1$${bare(whole)}$${bare(stream)}`;
}

/** Parses a hash of Firebase; null when it is none or costs too much. */
export function parseFirebaseScrypt(hash: string): ScryptHash | null {
  const match = FIREBASE_SCRYPT.exec(hash);
  if (!match) return null;
  const [log, blockSize] = [Number(match[1]), Number(match[2])];
  if (log < 10 || log > 20 || blockSize < 1) return null;
  const cost = 2 ** log;
  if (128 * cost * blockSize > MAX_MEMORY) return null;
  const [salt, key] = [match[3] ?? "", match[4] ?? ""].map((text) => Buffer.from(text, "base64"));
  return { cost, blockSize, parallelization: 1, salt: salt as Buffer, key: key as Buffer };
}

/** Whether the hash is this password's. */
export async function verifyFirebaseScrypt(stored: ScryptHash, password: string): Promise<boolean> {
  const { cost, blockSize, parallelization, salt, key } = stored;
  const options: ScryptOptions = { cost, blockSize, parallelization, maxmem: 2 * MAX_MEMORY };
  const derived = await new Promise<Buffer>((resolve, reject) =>
    scrypt(password, salt, KEY_BYTES, options, (error, result) =>
      error ? reject(error) : resolve(result),
    ),
  );
  const cipher = createCipheriv("aes-256-ctr", derived, COUNTER);
  const made = Buffer.concat([cipher.update(Buffer.alloc(key.length)), cipher.final()]);
  return equalHashes(made, key);
}
