import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";

/** An installation's own Ed25519 key as a private JWK (RFC 8037). Store it where only its owner can read it:
 *  `d` is the secret, and never leaves the machine. */
export interface InstallationKey {
  kty: "OKP";
  crv: "Ed25519";
  x: string;
  d: string;
}

/** Makes a key for a new installation. Store it before you enrol: after a lost answer the service recognises
 *  it.
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

/** Signs a statement that is valid once, from now on.
 *  @param typ kind of the statement (RFC 7515 §4.1.9) */
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
