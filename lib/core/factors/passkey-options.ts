import type { Passkey } from "@/lib/core/factors/passkey";
import type { RelyingParty } from "@/lib/core/factors/relying-party";

/** Time for which a browser waits for its user, in milliseconds: the lifetime of the challenge. */
const TIMEOUT_MS = 5 * 60 * 1000;

interface CredentialDescriptor {
  id: string;
  type: "public-key";
  transports: string[];
}

/** Options by which a browser requests a passkey (WebAuthn level 3, §5.1
 *  `PublicKeyCredentialRequestOptionsJSON`). */
export interface PasskeyRequestOptions {
  challenge: string;
  rpId: string;
  timeout: number;
  userVerification: "required";
  allowCredentials: CredentialDescriptor[];
}

/** Options by which a browser creates a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
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

/** Returns the options to request a passkey.
 *  @param keys those of a user whose password was right or who is signed in; none while the user is
 *  unknown: whether an address has a passkey must not be disclosed */
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

/** Returns the options to create a passkey for a user.
 *  @param keys those that the user has: an authenticator creates no second one */
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

/** Returns the user handle, by which an authenticator identifies a user: the 16 bytes of the id, which
 *  contain no personal data. */
export function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
}

function descriptor({ credentialId, transports }: Passkey): CredentialDescriptor {
  return { id: Buffer.from(credentialId).toString("base64url"), type: "public-key", transports };
}
