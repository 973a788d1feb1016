import { z } from "zod";

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, "must be base64url");

const credentialId = base64url(1400);
// Everything else that a browser sends (attachment, extensions, readable copies) is not trusted and not read.
const credential = { id: credentialId, rawId: credentialId, type: z.literal("public-key") };

/** Response of a browser to a registration (WebAuthn level 3, §5.1 `RegistrationResponseJSON`). */
export const PasskeyRegistrationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4096),
      attestationObject: base64url(32_768),
      transports: z.array(z.string().max(32)).max(10).default([]),
    }),
  })
  .meta({ id: "PasskeyRegistrationResponse" });

/** Response of a browser to a request for a proof (`AuthenticationResponseJSON`). */
export const PasskeyAuthenticationResponse = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4096),
      authenticatorData: base64url(8192),
      signature: base64url(4096),
      userHandle: base64url(128).nullish(),
    }),
  })
  .meta({ id: "PasskeyAuthenticationResponse" });

export type PasskeyRegistrationResponse = z.infer<typeof PasskeyRegistrationResponse>;
export type PasskeyAuthenticationResponse = z.infer<typeof PasskeyAuthenticationResponse>;
