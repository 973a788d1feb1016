import { createPublicKey, type JsonWebKey } from "node:crypto";

/** Minimum size of an RSA modulus, in bytes: shorter keys can be broken (NIST SP 800-131A). */
const RSA_BYTES = 2048 / 8;

/** Asserts that a public key in COSE form (RFC 9053) is valid: a passkey without a usable key would be
 *  added and never work.
 *  @throws Error for an invalid key */
export function assertUsableKey(cose: ReadonlyMap<number, unknown>): void {
  createPublicKey({ key: jwkOf(cose), format: "jwk" });
}

function jwkOf(cose: ReadonlyMap<number, unknown>): JsonWebKey {
  const text = (label: number) => bytesOf(cose, label).toString("base64url");
  switch (cose.get(1)) {
    case 1:
      return { kty: "OKP", crv: "Ed25519", x: text(-2) };
    case 2:
      return { kty: "EC", crv: "P-256", x: text(-2), y: text(-3) };
    case 3:
      if (bytesOf(cose, -1).length < RSA_BYTES) throw new Error("The RSA key is too short");
      return { kty: "RSA", n: text(-1), e: text(-2) };
    default:
      throw new Error("The key is of an unknown type");
  }
}

function bytesOf(cose: ReadonlyMap<number, unknown>, label: number): Buffer {
  const value = cose.get(label);
  if (!(value instanceof Uint8Array)) throw new Error(`The key has no bytes at ${label}`);
  return Buffer.from(value);
}
