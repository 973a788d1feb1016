import { exportJWK, generateKeyPair, type JWK } from "jose";
import { algorithms, type SigningPurpose } from "@/lib/core/signing-keys/signing-key";
import { seal } from "@/lib/kernel/crypto/seal";

/** A row of `signing_keys`, with its private half sealed. */
export interface NewSigningKey {
  kid: string;
  purpose: SigningPurpose;
  alg: string;
  publicJwk: JWK;
  sealedPrivateJwk: Buffer<ArrayBuffer>;
}

/** Generates a key pair for a purpose. */
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
