import { z } from "zod";
import { codeSent, codeSentResponse } from "@/lib/contract/login";
import { timestamp, wireTime } from "@/lib/contract/names";
import type { LoginChallenge } from "@/lib/login/completed-login";

/** `POST /oauth/login/preflight` */
export const HostedPreflightBody = z.strictObject({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(1024),
});

/** `POST /oauth/login/verify-otp` */
export const HostedVerifyOtpBody = z.strictObject({
  email: z.string().min(1).max(320),
  code: z.string().min(1).max(16),
  remember_device: z.boolean().optional(),
  device_name: z.string().max(128).optional(),
});

const HostedChallengeResource = z.object({
  type: z.literal("email_otp"),
  sent: codeSent,
  token: z.string(),
  masked_email: z.string(),
  code_length: z.number().int(),
  expires_at: timestamp,
  resend_after_seconds: z.number().int(),
  remember_device_allowed: z.boolean(),
  trusted_device_days: z.number().int(),
});

/** What a stage of the hosted login leads to: on to the application, or a code first. */
export const HostedLoginResource = z.discriminatedUnion("status", [
  z.object({ status: z.literal("grant"), redirect_to: z.url() }),
  z.object({ status: z.literal("otp_required"), challenge: HostedChallengeResource }),
]);

/** A challenge as the wire spells it. */
export function hostedChallenge(
  challenge: LoginChallenge,
): z.infer<typeof HostedChallengeResource> {
  return {
    type: "email_otp",
    ...codeSentResponse(challenge),
    token: challenge.token,
    masked_email: challenge.maskedEmail,
    code_length: challenge.codeLength,
    expires_at: wireTime(challenge.expiresAt),
    resend_after_seconds: challenge.resendAfterSeconds,
    remember_device_allowed: challenge.rememberDeviceAllowed,
    trusted_device_days: challenge.trustedDeviceDays,
  };
}
