import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  sign,
} from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The installation's own key. The private half never leaves this machine: Atrium is sent the public one. */
export interface Key {
  publicJwk: JsonWebKey;
  privateKey: KeyObject;
}

/** The key in the file, made on the first run.
 *  @throws Error when others may read the file: somebody may have the key already */
export function loadKey(file: string): Key {
  if (!existsSync(file)) makeKey(file);
  // Windows has no such bits to look at.
  const othersMay = process.platform === "win32" ? 0 : statSync(file).mode & 0o077;
  if (othersMay !== 0)
    throw new Error(`${file} must be readable by its owner alone: chmod 600, or enrol a new key`);
  const privateKey = createPrivateKey(readFileSync(file));
  return { privateKey, publicJwk: createPublicKey(privateKey).export({ format: "jwk" }) };
}

function makeKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  // `wx`: of two first runs at once, one makes the file and the other fails instead of replacing its key.
  writeFileSync(file, pem, { mode: 0o600, flag: "wx" });
}

/** A signed statement by the key: a compact JWS (RFC 7515) with EdDSA (RFC 8037). */
export function signed(key: Key, typ: string, claims: Record<string, unknown>): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${encode({ alg: "EdDSA", typ })}.${encode(claims)}`;
  return `${content}.${sign(null, Buffer.from(content), key.privateKey).toString("base64url")}`;
}
