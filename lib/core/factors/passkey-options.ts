import { z } from "zod";
import type { Passkey } from "@/lib/core/factors/passkey-store";
import type { RelyingParty } from "@/lib/core/factors/relying-party";

/** Time for which a browser waits for its user, in milliseconds: the lifetime of the challenge. */
const TIMEOUT_MS = 5 * 60 * 1000;

const descriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** Options by which a browser requests a passkey (WebAuthn level 3, §5.1
 *  `PublicKeyCredentialRequestOptionsJSON`). */
export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int().meta({ description: "How long the browser waits, in milliseconds." }),
    userVerification: z.literal("required"),
    allowCredentials: z.array(descriptor),
  })
  .meta({
    id: "PasskeyRequestOptions",
    description: "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn level 3.",
  });

/** Options by which a browser creates a passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const PasskeyCreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int().meta({ description: "How long the browser waits, in milliseconds." }),
    attestation: z.literal("none"),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
  })
  .meta({
    id: "PasskeyCreationOptions",
    description: "`PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3.",
  });

export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

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
    allowCredentials: keys.map(descriptorOf),
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
    excludeCredentials: keys.map(descriptorOf),
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

function descriptorOf({ credentialId, transports }: Passkey): z.infer<typeof descriptor> {
  return { id: Buffer.from(credentialId).toString("base64url"), type: "public-key", transports };
}
