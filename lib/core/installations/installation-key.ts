import { createHash } from "node:crypto";

/** An Ed25519 public key as a JWK (RFC 8037), without further members. */
export interface PublicKey {
  kty: "OKP";
  crv: "Ed25519";
  /** 32 bytes, base64url without padding. */
  x: string;
}

/** Returns the thumbprint of a key (RFC 7638, SHA-256): equal keys have equal thumbprints, however they
 *  are written. */
export function keyThumbprint({ crv, kty, x }: PublicKey): string {
  // The members that RFC 8037 §2 requires, in lexical order.
  return createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
}

/** 32 bytes in their one canonical base64url form: the last character carries four bits. A second way to
 *  write the same key would be a second thumbprint. */
export const KEY_BYTES = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
