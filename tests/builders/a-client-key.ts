import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { ASSERTION_TYPE } from "@/lib/core/contract/oauth";
import { config } from "@/lib/kernel/config/config";

/** A key pair of a relying party's. */
export interface ClientKey {
  alg: string;
  kid: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  publicJwk: JWK;
}

/** A key that a relying party signs assertions or proofs with. */
export async function aClientKey(alg = "ES256"): Promise<ClientKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const bare = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(bare);
  return { alg, kid, privateKey, publicKey, publicJwk: { ...bare, kid, alg, use: "sig" } };
}

/** The parameters by which a relying party proves itself (`private_key_jwt`).
 *  @param claims in place of the usual ones */
export async function anAssertionOf(
  clientId: string,
  { alg, kid, privateKey }: ClientKey,
  claims: Record<string, unknown> = {},
): Promise<Record<string, string>> {
  const iat = Math.floor(Date.now() / 1000);
  const usual = { iss: clientId, sub: clientId, aud: config().baseUrl, iat, exp: iat + 60 };
  const client_assertion = await new SignJWT({ ...usual, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg, kid })
    .sign(privateKey);
  return { client_assertion_type: ASSERTION_TYPE, client_assertion };
}
