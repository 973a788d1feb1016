import { base64url, exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";

/** An installation's own Ed25519 key as a private JWK (RFC 8037). Keep it where its owner alone can read it: `d` is the secret, and
 *  never leaves the machine. */
export interface InstallationKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  d: string;
}

/** Makes a key for a new installation. Keep it before you enrol: it is what an answer that got lost is found by.
 *  @example
 *  import { createInstallationKey } from "@atrium/client/installation";
 *
 *  const key = await createInstallationKey();
 *  console.log(key.x);
 */
export async function createInstallationKey(): Promise<InstallationKey> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  const { x = "", d = "" } = await exportJWK(privateKey);
  return { kty: "OKP", crv: "Ed25519", x, d };
}

/** Signs what is good once, from now on.
 *  @param typ what kind of statement it is (RFC 7515 §4.1.9) */
export async function signedOnce(
  key: InstallationKey,
  typ: string,
  claims: Record<string, unknown>,
): Promise<string> {
  return new SignJWT({ ...claims, jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: "EdDSA", typ })
    .setIssuedAt()
    .sign(await importJWK({ ...key }, "EdDSA"));
}

/** What a proof says of a token without having it: the digest. */
export async function digestOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return base64url.encode(new Uint8Array(bytes));
}
