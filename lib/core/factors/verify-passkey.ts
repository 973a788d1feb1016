import type { NewPasskey } from "@/lib/core/factors/factor-store";
import { assertUsableKey } from "@/lib/core/factors/passkey-key";
import { passkeyAlgorithms, userHandle } from "@/lib/core/factors/passkey-options";
import type {
  PasskeyAuthenticationResponse,
  PasskeyRegistrationResponse,
} from "@/lib/core/factors/passkey-response";
import type { Passkey } from "@/lib/core/factors/passkey-store";
import type { RelyingParty } from "@/lib/core/factors/relying-party";
import { logger } from "@/lib/kernel/process/logger";

/** An authenticator's data about a new passkey. */
export type RegisteredPasskey = Omit<NewPasskey, "id" | "userId" | "name" | "at">;

/** An authenticator's data in a proof. */
export interface PasskeyProof {
  signCount: number;
  backedUp: boolean;
}

// The library is loaded when a passkey is first used: it takes a moment and some megabytes.
const webauthn = () => import("@simplewebauthn/server");
const helpers = () => import("@simplewebauthn/server/helpers");

/** Verifies the response to a registration: challenge, origin, relying party, user verification (WebAuthn
 *  level 3, §7.1).
 *  @returns null when any of it is invalid */
export async function verifyRegistration(
  response: PasskeyRegistrationResponse,
  challenge: string,
  rp: RelyingParty,
): Promise<RegisteredPasskey | null> {
  const { verifyRegistrationResponse } = await webauthn();
  try {
    assertOwnPage(response.response);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyRegistrationResponse
      >[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: [...rp.origins],
      expectedRPID: rp.id,
      expectedType: "webauthn.create",
      requireUserVerification: true,
      supportedAlgorithmIDs: [...passkeyAlgorithms],
    });
    if (!verified || registrationInfo?.credential.id !== response.id) return null;
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
    const { isoCBOR } = await helpers();
    assertUsableKey(isoCBOR.decodeFirst<Map<number, unknown>>(credential.publicKey));
    return {
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      aaguid,
      transports: response.response.transports,
      backupEligible: credentialDeviceType === "multiDevice",
      backedUp: credentialBackedUp,
      rpId: rp.id,
    };
  } catch (error) {
    return refused(error);
  }
}

/** Verifies a proof of a passkey (WebAuthn level 3, §7.2). The store decides whether the counter
 *  increased, when it writes it.
 *  @param key the passkey that the response names; null for an unknown one, which costs the same
 *  @param ofUser whether the response must name the user, because nothing else identifies them
 *  @returns null when any of it is invalid */
export async function verifyPasskey(
  response: PasskeyAuthenticationResponse,
  challenge: string,
  { rp, key, ofUser }: { rp: RelyingParty; key: Passkey | null; ofUser: boolean },
): Promise<PasskeyProof | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const stored = key?.rpId === rp.id ? key : null;
  try {
    assertOwnPage(response.response);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as Parameters<
        typeof verifyAuthenticationResponse
      >[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: [...rp.origins],
      expectedRPID: rp.id,
      expectedType: "webauthn.get",
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(stored?.publicKey ?? dummyKey),
        counter: 0,
      },
    });
    if (!verified || !stored || !namesUser(response, stored, ofUser)) return null;
    const { newCounter, credentialBackedUp, credentialDeviceType } = authenticationInfo;
    // Whether a key may be copied never changes: a different value means another key (§7.2, backup
    // eligibility).
    if ((credentialDeviceType === "multiDevice") !== stored.backupEligible) return null;
    return { signCount: newCounter, backedUp: credentialBackedUp };
  } catch (error) {
    return refused(error);
  }
}

/** Refuses a proof from a cross-origin frame: another site could make the framed page look like something
 *  else (§5.8.1 `crossOrigin`).
 *  @throws Error */
function assertOwnPage({ clientDataJSON }: { clientDataJSON: string }): void {
  const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
  if (Object(clientData).crossOrigin === true)
    throw new Error("The page was in another site's frame");
}

/** Whether the authenticator's user handle, if it sends one, names the passkey's user (§7.2, step 6). */
function namesUser(
  { response: { userHandle: handle } }: PasskeyAuthenticationResponse,
  { userId }: Passkey,
  ofUser: boolean,
): boolean {
  return handle ? handle === userHandle(userId) : !ofUser;
}

function refused(error: unknown): null {
  logger.debug({ err: error }, "an authenticator's answer was refused");
  return null;
}

/** A public key on P-256 in COSE form (the curve's base point), against which a proof of an unknown
 *  passkey is verified. It grants nothing, because it belongs to no user. */
const dummyKey = Buffer.from(
  "a5010203262001215820" +
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296" +
    "225820" +
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
  "hex",
);
