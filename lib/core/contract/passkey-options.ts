import { z } from "zod";

const descriptors = z.array(
  z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) }),
);

/** Options for requesting a passkey, in the form that
 *  `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export const PasskeyRequestOptionsResource = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int().meta({ description: "How long the browser waits, in milliseconds." }),
    userVerification: z.literal("required"),
    allowCredentials: descriptors,
  })
  .meta({
    id: "PasskeyRequestOptions",
    description: "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn level 3.",
  });

/** Options for creating a passkey, in the form that `PublicKeyCredential.parseCreationOptionsFromJSON`
 *  takes. */
export const PasskeyCreationOptionsResource = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    timeout: z.int().meta({ description: "How long the browser waits, in milliseconds." }),
    attestation: z.literal("none"),
    excludeCredentials: descriptors,
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
