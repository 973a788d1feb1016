import type { JWK } from "jose";

/** What a key signs. One key serves one purpose: a token of one kind can't pass for another. */
export type SigningPurpose = "id_token" | "machine_token" | "user_token" | "session_activity";

/** ID tokens are RS256, which every OpenID client must know; the others EdDSA (contract, OAuth). */
export const algorithms: Record<SigningPurpose, "RS256" | "EdDSA"> = {
  id_token: "RS256",
  machine_token: "EdDSA",
  user_token: "EdDSA",
  session_activity: "EdDSA",
};

export interface SigningKey {
  kid: string;
  purpose: SigningPurpose;
  alg: string;
  publicJwk: JWK;
  privateJwk: JWK;
  activeFrom: Date;
  verifiesUntil: Date | null;
}

/** The key that signs at this moment: the one that became active last. */
export function signingKeyAt(
  keys: readonly SigningKey[],
  purpose: SigningPurpose,
  at: Date,
): SigningKey {
  const candidates = keys
    .filter((key) => key.purpose === purpose && key.activeFrom <= at && verifies(key, at))
    .sort((a, b) => b.activeFrom.getTime() - a.activeFrom.getTime());
  const newest = candidates[0];
  if (!newest) throw new Error(`There is no active signing key for ${purpose}`);
  return newest;
}

/** Whether what this key signed is still believed. A key is published before it signs. */
export function verifies(key: SigningKey, at: Date): boolean {
  return key.verifiesUntil === null || key.verifiesUntil > at;
}
