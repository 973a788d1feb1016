import { createHash, createHmac } from "node:crypto";

const digests = { md5: 16, sha1: 20, sha256: 32, sha512: 64 } as const;
export type WeakDigest = keyof typeof digests;
/** Position of the salt: before or behind the password, or the key of an HMAC. */
export type SaltPlace = "before" | "behind" | "hmac";

/** A fast digest that another system stored. One graphics card tries billions of passwords a second
 *  against it, so it is stored here only inside argon2id. */
export interface WeakHash {
  digest: WeakDigest;
  place: SaltPlace;
  salt: Buffer;
  value: Buffer;
}

// $wrapped-sha256$before$<salt>$argon2id$v=19$…: inside argon2id is the digest in base64
const WRAPPED =
  /^\$wrapped-(md5|sha1|sha256|sha512)\$(before|behind|hmac)\$([A-Za-z0-9+/]{0,344}={0,2})(\$argon2id\$v=19\$.+)$/;

/** Computes the same kind of digest of another text. */
export function weakDigest(
  { digest, place, salt }: Omit<WeakHash, "value">,
  password: string,
): Buffer {
  if (place === "hmac") return createHmac(digest, salt).update(password).digest();
  const [first, last] = place === "before" ? [salt, password] : [password, salt];
  return createHash(digest).update(first).update(last).digest();
}

/** Returns the stored form of a wrapped hash. */
export function wrappedIn({ digest, place, salt }: WeakHash, argon2: string): string {
  return `$wrapped-${digest}$${place}$${salt.toString("base64")}${argon2}`;
}

/** Parses the output of `wrappedIn`; null for any other hash. */
export function parseWrapped(
  stored: string,
): { weak: Omit<WeakHash, "value">; argon2: string } | null {
  const match = WRAPPED.exec(stored);
  if (!match) return null;
  const [, digest, place, salt = "", argon2 = ""] = match;
  const weak = {
    digest: digest as WeakDigest,
    place: place as SaltPlace,
    salt: Buffer.from(salt, "base64"),
  };
  return { weak, argon2 };
}

/** Returns a weak hash of these parts; null when its digest has the wrong length. */
export function weakHash(
  digest: WeakDigest,
  place: SaltPlace,
  salt: Buffer,
  value: Buffer,
): WeakHash | null {
  return value.length === digests[digest] && salt.length <= 256
    ? { digest, place, salt, value }
    : null;
}
