import { z } from "zod";
import { line } from "@/lib/contract/fields";
import { id, timestamp, wireTime } from "@/lib/contract/names";
import type {
  CodeChallenge,
  IssuedTrustedDevice,
  LoginChallenge,
  LoginGrant,
} from "@/lib/login/completed-login";

/** What a person typed as their address. It is not checked for being one: what is no address is answered as
 *  an address that nobody has. */
export const typedEmail = z.string().min(1).max(320);

/** A password as typed. Longer than any that can be chosen, because imported ones may be. */
export const typedPassword = z.string().min(1).max(1024);

export const PreflightBody = z
  .strictObject({ email: typedEmail, password: typedPassword })
  .meta({ id: "Preflight" });

export const VerifyOtpBody = z
  .strictObject({
    email: typedEmail,
    code: z.string().regex(/^[0-9]{1,12}$/, "must be a string of digits"),
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

/** Whether a code was sent for a challenge; only a refusal is told. */
export const codeSent = z.literal(false).optional().meta({
  description:
    "`false` when the service sent no code, because too many codes were asked for or tried; absent otherwise. `resend_after_seconds` says when the service sends a code again. An earlier code that is still valid answers this challenge.",
});

/** The same as the wire writes it. */
export const codeSentResponse = ({ sent }: Pick<CodeChallenge, "sent">): { sent?: false } =>
  sent ? {} : { sent };

const CodeChallengeResource = z
  .object({
    type: z.literal("email_otp"),
    sent: codeSent,
    token: z.string().meta({ description: "Sent back as `x-login-challenge` with the code." }),
    masked_email: z.string(),
    code_length: z.int(),
    expires_at: timestamp,
    resend_after_seconds: z.int(),
    remember_device_allowed: z.boolean(),
    trusted_device_days: z.int(),
  })
  .meta({ id: "LoginChallenge" });

const OtpRequiredAnswer = z
  .object({ status: z.literal("otp_required"), challenge: CodeChallengeResource })
  .meta({ id: "OtpRequired" });

export const PreflightAnswer = z.union([LoginGrantAnswer, OtpRequiredAnswer]);

/** A trusted device with the token that only this answer carries. */
function trustedDeviceGrant(
  device: IssuedTrustedDevice | null,
): z.infer<typeof TrustedDeviceGrant> | null {
  if (!device) return null;
  const { token, windowDays, expiresAt } = device;
  return { id: device.id, token, window_days: windowDays, expires_at: wireTime(expiresAt) };
}

/** The answer to a direct login that is complete. */
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

/** The answer to a login, direct or hosted, that a code must complete. */
export function otpRequiredResponse(challenge: LoginChallenge): z.infer<typeof OtpRequiredAnswer> {
  return {
    status: "otp_required",
    challenge: {
      type: "email_otp",
      ...codeSentResponse(challenge),
      token: challenge.token,
      masked_email: challenge.maskedEmail,
      code_length: challenge.codeLength,
      expires_at: wireTime(challenge.expiresAt),
      resend_after_seconds: challenge.resendAfterSeconds,
      remember_device_allowed: challenge.rememberDeviceAllowed,
      trusted_device_days: challenge.trustedDeviceDays,
    },
  };
}
