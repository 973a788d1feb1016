import { exportJWK, generateKeyPair, type JWK } from "jose";
import { seal } from "@/lib/crypto/seal";
import { algorithms, type SigningPurpose } from "@/lib/oidc/keys/signing-key";

/** A row of `signing_keys`, its private half already sealed. */
export interface NewSigningKey {
  kid: string;
  purpose: SigningPurpose;
  alg: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer<ArrayBuffer>;
}

/** A fresh key pair for a purpose. */
export async function newSigningKey(purpose: SigningPurpose): Promise<NewSigningKey> {
  const alg = algorithms[purpose];
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 });
  const kid = crypto.randomUUID();
  const common = { kid, alg, use: "sig" };
  return {
    kid,
    purpose,
    alg,
    publicJwk: { ...(await exportJWK(pair.publicKey)), ...common },
    sealedPrivateJwk: seal("signing-key", kid, {
      ...(await exportJWK(pair.privateKey)),
      ...common,
    }),
  };
}
