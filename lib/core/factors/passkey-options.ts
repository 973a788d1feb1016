import type { Passkey } from "@/lib/core/factors/passkey";
import type { RelyingParty } from "@/lib/core/factors/relying-party";

/** How long a browser waits for its user, in milliseconds: as long as the challenge lives. */
const TIMEOUT_MS = 5 * 60 * 1000;

interface CredentialDescriptor {
  id: string;
  type: "public-key";
  transports: string[];
}

/** What a browser needs to ask for a passkey (WebAuthn level 3, §5.1 `PublicKeyCredentialRequestOptionsJSON`). */
export interface PasskeyRequestOptions {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
  allowCredentials: CredentialDescriptor[];
}

/** What a browser needs to make a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export interface PasskeyCreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  timeout: number;
  attestation: "none";
  excludeCredentials: CredentialDescriptor[];
  authenticatorSelection: {
    residentKey: "required";
    requireResidentKey: true;
    userVerification: "required";
  };
}

/** EdDSA, ES256, RS256 (IANA COSE algorithms), as WebAuthn level 3 §5.4.3 recommends. */
export const passkeyAlgorithms: readonly number[] = [-8, -7, -257];

/** Options to ask for a passkey.
 *  @param keys those of a user whose password was right or who is signed in; none where nobody is known yet: whether an
 *    address has a passkey must not be seen */
export function requestOptions(
  { id: rpId }: RelyingParty,
  challenge: string,
  keys: readonly Passkey[],
): PasskeyRequestOptions {
  return {
    challenge,
    rpId,
    timeout: TIMEOUT_MS,
    userVerification: "required",
    allowCredentials: keys.map(descriptor),
  };
}

/** Options to make a passkey for a user.
 *  @param keys those that the user has: an authenticator makes no second one */
export function creationOptions(
  { id }: RelyingParty,
  challenge: string,
  user: { id: string; email: string; displayName: string | null },
  { name, keys }: { name: string; keys: readonly Passkey[] },
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id, name },
    user: {
      id: userHandle(user.id),
      name: user.email,
      displayName: user.displayName ?? user.email,
    },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key", alg })),
    timeout: TIMEOUT_MS,
    attestation: "none",
    excludeCredentials: keys.map(descriptor),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
}

/** By what an authenticator knows a user: the 16 bytes of the id, which say nothing about a person. */
export function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
}

function descriptor({ credentialId, transports }: Passkey): CredentialDescriptor {
  return { id: Buffer.from(credentialId).toString("base64url"), type: "public-key", transports };
}
