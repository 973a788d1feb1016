import { z } from "zod";
import { line } from "@/lib/core/contract/fields";
import { id, timestamp, wireTime } from "@/lib/core/contract/names";
import {
  type CodeChallenge,
  factorMethods,
  factorTypes,
  typedMethods,
} from "@/lib/core/factors/factor";
import { PasskeyRequestOptions } from "@/lib/core/factors/passkey-options";
import type {
  Enrolment,
  IssuedTrustedDevice,
  LoginChallenge,
  LoginEnd,
  LoginGrant,
} from "@/lib/core/login/completed-login";
import { directGrant } from "@/lib/core/login/completed-login";

/** Email address as typed. Its syntax is not checked: an invalid address gets the same
 *  answer as an unknown one. */
export const typedEmail = z.string().min(1).max(320);

/** Password as typed. Longer than any password that users can choose, because imported ones may be longer. */
export const typedPassword = z.string().min(1).max(1024);

const factorMethod = z.enum(factorMethods);

export const PreflightBody = z
  .strictObject({
    email: typedEmail,
    password: typedPassword,
    method: factorMethod.optional().meta({
      description: "The second factor that the user prefers, where the policy asks for one.",
    }),
  })
  .meta({ id: "Preflight" });

export const VerifyOtpBody = z
  .strictObject({
    email: typedEmail,
    code: z.string().regex(/^[0-9]{1,12}$/, "must be a string of digits"),
    method: z.enum(typedMethods).optional().meta({
      description: "What the code is. Without it the code is of the challenge's type.",
    }),
    remember_device: z.boolean().optional(),
    device_name: line(100).optional(),
  })
  .meta({ id: "VerifyOtp" });

const TrustedDeviceGrant = z
  .object({
    id,
    token: z.string().meta({
      description: "Sent as `x-trusted-device` with later logins; replaces the one sent before.",
    }),
    window_days: z.int(),
    expires_at: timestamp,
  })
  .meta({ id: "TrustedDeviceGrant" });

export const LoginGrantAnswer = z
  .object({
    status: z.literal("grant"),
    grant: z.string().meta({ description: "Works once, for 60 seconds, at session/exchange." }),
    grant_expires_at: timestamp,
    trusted_device: TrustedDeviceGrant.nullable(),
  })
  .meta({ id: "LoginGrant" });

/** Whether a code was sent for a challenge. Only false is reported. */
export const codeSent = z.literal(false).optional().meta({
  description:
    "`false` when the service sent no code, because too many codes were asked for or tried; absent otherwise. `resend_after_seconds` says when the service sends a code again. An earlier code that is still valid answers this challenge.",
});

/** Whether a code was sent, in wire format. */
export const codeSentResponse = ({ sent }: Pick<CodeChallenge, "sent">): { sent?: false } =>
  sent ? {} : { sent };

const anyChallenge = {
  methods: z.array(factorMethod).meta({ description: "Every method that completes this login." }),
  token: z.string().meta({ description: "Sent back as `x-login-challenge` with the code." }),
  expires_at: timestamp,
  remember_device_allowed: z.boolean(),
  trusted_device_days: z.int(),
};

export const ChallengeResource = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("email_otp"),
      sent: codeSent,
      masked_email: z.string(),
      code_length: z.int(),
      resend_after_seconds: z.int(),
      ...anyChallenge,
    }),
    z.object({ type: z.enum(["totp", "recovery_code"]), code_length: z.int(), ...anyChallenge }),
    z.object({
      type: z.literal("passkey"),
      passkey: PasskeyRequestOptions,
      ...anyChallenge,
    }),
  ])
  .meta({ id: "LoginChallenge" });

const OtpRequiredAnswer = z
  .object({ status: z.literal("otp_required"), challenge: ChallengeResource })
  .meta({ id: "OtpRequired" });

export const EnrolmentRequiredAnswer = z
  .object({
    status: z.literal("enrolment_required"),
    enrolment: z.object({
      token: z.string().meta({
        description: "Sent as `enrolment_token` to the routes that register a factor.",
      }),
      methods: z.array(z.enum(factorTypes)),
      expires_at: timestamp,
    }),
  })
  .meta({
    id: "EnrolmentRequired",
    description: "The security policy asks for a factor that the user has not.",
  });

export const PreflightAnswer = z.union([
  LoginGrantAnswer,
  OtpRequiredAnswer,
  EnrolmentRequiredAnswer,
]);

/** Answer of the last stage of a login. */
export const LoginEndAnswer = z.union([LoginGrantAnswer, EnrolmentRequiredAnswer]);

/** A trusted device with its token, which only this answer contains. */
function trustedDeviceGrant(
  device: IssuedTrustedDevice | null,
): z.infer<typeof TrustedDeviceGrant> | null {
  if (!device) return null;
  const { token, windowDays, expiresAt } = device;
  return { id: device.id, token, window_days: windowDays, expires_at: wireTime(expiresAt) };
}

/** Answer to a completed direct login. */
export function loginGrantResponse(
  grant: LoginGrant,
  device: IssuedTrustedDevice | null,
): z.infer<typeof LoginGrantAnswer> {
  return {
    status: "grant",
    grant: grant.secret,
    grant_expires_at: wireTime(grant.expiresAt),
    trusted_device: trustedDeviceGrant(device),
  };
}

/** The end of a direct login in wire format. */
export function loginEndResponse(end: LoginEnd): z.infer<typeof LoginEndAnswer> {
  if (end.status === "enrolment_required") return enrolmentResponse(end.enrolment);
  return loginGrantResponse(directGrant(end), end.trustedDevice);
}

/** Answer to a login whose user must add a factor. */
export function enrolmentResponse(enrolment: Enrolment): z.infer<typeof EnrolmentRequiredAnswer> {
  const { token, methods, expiresAt } = enrolment;
  return {
    status: "enrolment_required",
    enrolment: { token, methods, expires_at: wireTime(expiresAt) },
  };
}

/** Answer to a direct or hosted login that requires a second factor. */
export function otpRequiredResponse(challenge: LoginChallenge): z.infer<typeof OtpRequiredAnswer> {
  return { status: "otp_required", challenge: challengeResponse(challenge) };
}

function challengeResponse(challenge: LoginChallenge): z.infer<typeof ChallengeResource> {
  const all = {
    methods: challenge.methods,
    token: challenge.token,
    expires_at: wireTime(challenge.expiresAt),
    remember_device_allowed: challenge.rememberDeviceAllowed,
    trusted_device_days: challenge.trustedDeviceDays,
  };
  const { type } = challenge;
  if (type === "passkey") return { type, passkey: challenge.passkey, ...all };
  if (type !== "email_otp") return { type, code_length: challenge.codeLength, ...all };
  return {
    type,
    ...codeSentResponse(challenge),
    masked_email: challenge.maskedEmail,
    code_length: challenge.codeLength,
    resend_after_seconds: challenge.resendAfterSeconds,
    ...all,
  };
}
