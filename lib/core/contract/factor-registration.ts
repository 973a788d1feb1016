import { z } from "zod";
import type { AddedFactor } from "@/lib/core/account-security/add-factor";
import type { PasskeyRegistration } from "@/lib/core/account-security/register-passkey";
import type { TotpRegistration } from "@/lib/core/account-security/register-totp";
import type { Registrant } from "@/lib/core/account-security/registrant";
import { FactorResource, factorResponse } from "@/lib/core/contract/factor";
import { line } from "@/lib/core/contract/fields";
import { LoginGrantAnswer, loginGrantResponse } from "@/lib/core/contract/login";
import { type CamelKeys, timestamp, wireTime } from "@/lib/core/contract/names";
import { replayedToken } from "@/lib/core/contract/passkey-login";
import { sessionId } from "@/lib/core/contract/session";
import { FACTOR_NAME_LENGTH } from "@/lib/core/factors/owned-factor";
import { PasskeyCreationOptions } from "@/lib/core/factors/passkey-options";
import { PasskeyRegistrationResponse } from "@/lib/core/factors/passkey-response";
import { directGrant } from "@/lib/core/login/completed-login";

const registrant = {
  session_id: sessionId.optional().meta({
    description: "The session of the user who adds the factor, with a fresh proof.",
  }),
  enrolment_token: replayedToken.optional().meta({
    description: "In place of the session: of a sign-in that answered `enrolment_required`.",
  }),
};

type RegistrantFields = { [K in keyof typeof registrant]?: string | undefined };

const isOne = (body: RegistrantFields) =>
  (body.session_id === undefined) !== (body.enrolment_token === undefined);
const oneOf = {
  path: ["session_id"],
  error: "send either session_id or enrolment_token",
};
const either = "Takes either `session_id` or `enrolment_token`.";

const name = line(FACTOR_NAME_LENGTH).optional().meta({ description: "What the user calls it." });

export const RegistrantBody = z
  .strictObject(registrant)
  .refine(isOne, oneOf)
  .meta({ id: "FactorRegistrant", description: either });

export const PasskeyRegistrationBody = z
  .strictObject({
    ...registrant,
    token: replayedToken,
    response: PasskeyRegistrationResponse,
    name,
  })
  .refine(isOne, oneOf)
  .meta({ id: "PasskeyRegistrationRequest", description: either });

export const TotpConfirmationBody = z
  .strictObject({
    ...registrant,
    token: replayedToken,
    code: z.string().min(1).max(64).meta({ description: "The code that the app shows." }),
    name,
  })
  .refine(isOne, oneOf)
  .meta({ id: "TotpConfirmation", description: either });

export const PasskeyRegistrationResource = z
  .object({
    token: z.string().meta({ description: "Sent back with the browser's answer; works once." }),
    options: PasskeyCreationOptions,
    expires_at: timestamp,
  })
  .meta({ id: "PasskeyRegistration" });

export const TotpRegistrationResource = z
  .object({
    token: z.string().meta({ description: "Sent back with a code of the app; works once." }),
    secret: z.string().meta({ description: "In base 32, for a user who types it." }),
    otpauth_uri: z.string().meta({ description: "What a QR code for the app says." }),
    expires_at: timestamp,
  })
  .meta({ id: "TotpRegistration" });

const added = {
  factor: FactorResource,
  recovery_codes: z.array(z.string()).nullable().meta({
    description: "Ten with a user's first factor, else null. This answer alone has them.",
  }),
};

/** With an enrolment token, the answer is also that of the last stage of the sign-in. */
export const AddedFactorAnswer = z.union([
  z.object({ ...added, ...LoginGrantAnswer.shape }).meta({ id: "EnrolledFactor" }),
  z.object(added).meta({ id: "AddedFactor" }),
]);

/** Returns the registrant for a request that adds a factor through the API. */
export function registrantOf({
  sessionId,
  enrolmentToken,
}: CamelKeys<RegistrantFields>): Registrant {
  const channel = "direct";
  return enrolmentToken === undefined
    ? { sessionId: sessionId ?? "", channel }
    : { enrolmentToken, channel };
}

/** A started passkey registration in wire format. */
export function passkeyRegistrationResponse({
  token,
  options,
  expiresAt,
}: PasskeyRegistration): z.infer<typeof PasskeyRegistrationResource> {
  return { token, options, expires_at: wireTime(expiresAt) };
}

/** A started registration of an authenticator app, in wire format. */
export function totpRegistrationResponse(
  registration: TotpRegistration,
): z.infer<typeof TotpRegistrationResource> {
  return {
    token: registration.token,
    secret: registration.secret,
    otpauth_uri: registration.otpauthUri,
    expires_at: wireTime(registration.expiresAt),
  };
}

/** Result of adding a factor, in wire format. */
export function addedFactorResponse({
  factor,
  recoveryCodes,
  login,
}: AddedFactor): z.infer<typeof AddedFactorAnswer> {
  const answer = { factor: factorResponse(factor), recovery_codes: recoveryCodes };
  return login ? { ...answer, ...loginGrantResponse(directGrant(login), null) } : answer;
}
