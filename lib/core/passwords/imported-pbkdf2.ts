import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { equalHashes } from "@/lib/kernel/crypto/secrets";

export interface Pbkdf2Hash {
  digest: "sha1" | "sha256" | "sha512";
  iterations: number;
  salt: Buffer;
  key: Buffer;
}

// passlib: $pbkdf2-sha256$29000$salt$key with "." for "+"; PHC: $pbkdf2-sha256$i=29000$salt$key
export const PBKDF2_MODULAR =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,7})(?:,l=\d{1,3})?\$([A-Za-z0-9+./]{2,172})={0,2}\$([A-Za-z0-9+./]{22,172})={0,2}$/;
// Django: pbkdf2_sha256$600000$salt$key, where the salt is text
export const PBKDF2_DJANGO =
  /^pbkdf2_(sha1|sha256)\$(\d{1,7})\$([A-Za-z0-9]{1,128})\$([A-Za-z0-9+/]{22,172}={0,2})$/;

const MIN_ITERATIONS = 1_000;
const MAX_ITERATIONS = 2_000_000;

/** Parses a PBKDF2 hash in one of the usual formats; null when it is none or costs too much. */
export function parsePbkdf2(hash: string): Pbkdf2Hash | null {
  const django = PBKDF2_DJANGO.exec(hash);
  const match = django ?? PBKDF2_MODULAR.exec(hash);
  if (!match) return null;
  const iterations = Number(match[2]);
  if (iterations < MIN_ITERATIONS || iterations > MAX_ITERATIONS) return null;
  const bytes = (text = "") => Buffer.from(text.replaceAll(".", "+"), "base64");
  const key = bytes(match[4]);
  if (key.length < 16 || key.length > 64) return null;
  return {
    digest: digestOf(match[1]),
    iterations,
    salt: django ? Buffer.from(match[3] ?? "") : bytes(match[3]),
    key,
  };
}

/** Whether the hash is this password's. */
export async function verifyPbkdf2(stored: Pbkdf2Hash, password: string): Promise<boolean> {
  const { salt, iterations, key, digest } = stored;
  const made = await promisify(pbkdf2)(password, salt, iterations, key.length, digest);
  return equalHashes(made, key);
}

function digestOf(name: string | undefined): Pbkdf2Hash["digest"] {
  return name === "sha256" || name === "sha512" ? name : "sha1";
}
