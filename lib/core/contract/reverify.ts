import { z } from "zod";
import type { StepUp } from "@/lib/core/account-security/reverify-session";
import { codeSent, codeSentResponse, typedPassword } from "@/lib/core/contract/login";
import { timestamp, wireTime } from "@/lib/core/contract/names";
import { replayedToken } from "@/lib/core/contract/passkey-login";
import { sessionId } from "@/lib/core/contract/session";
import type { CodeChallenge, PasskeyChallenge } from "@/lib/core/factors/factor";
import { PasskeyRequestOptions } from "@/lib/core/factors/passkey-options";
import { PasskeyAuthenticationResponse } from "@/lib/core/factors/passkey-response";

export const ReverifyBody = z
  .discriminatedUnion("method", [
    z.strictObject({
      session_id: sessionId,
      method: z.literal("password"),
      password: typedPassword,
    }),
    z.strictObject({
      session_id: sessionId,
      method: z.literal("email_otp"),
      code: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .meta({ description: "Without a code, the service sends one." }),
    }),
    z.strictObject({
      session_id: sessionId,
      method: z.enum(["totp", "recovery_code"]),
      code: z.string().min(1).max(64),
    }),
    z
      .strictObject({
        session_id: sessionId,
        method: z.literal("passkey"),
        token: replayedToken.optional().meta({
          description: "With `response`. Without both, the answer has what a browser needs.",
        }),
        response: PasskeyAuthenticationResponse.optional(),
      })
      .refine(({ token, response }) => (token === undefined) === (response === undefined), {
        path: ["token"],
        error: "must be sent together with response",
      }),
  ])
  .meta({ id: "ReverifyRequest" });

export const ReverifiedResource = z
  .object({ reverified_at: timestamp, expires_at: timestamp, amr: z.array(z.string()) })
  .meta({ id: "Reverified", description: "The proof counts as a fresh sign-in until expires_at." });

export const StepUpChallengeResource = z
  .object({
    challenge: z.discriminatedUnion("type", [
      z.object({
        type: z.literal("email_otp"),
        sent: codeSent,
        token: z.string().meta({
          description:
            "Send the token back as x-login-challenge: the token binds the tries to whoever asked.",
        }),
        masked_email: z.string(),
        code_length: z.int(),
        expires_at: timestamp,
        resend_after_seconds: z.int(),
      }),
      z.object({
        type: z.literal("passkey"),
        token: z.string().meta({ description: "Sent back with `response`; works once." }),
        passkey: PasskeyRequestOptions,
        expires_at: timestamp,
      }),
    ]),
  })
  .meta({ id: "StepUpChallenge" });

/** A step-up in wire format. */
export function reverifiedResponse(stepUp: StepUp): z.infer<typeof ReverifiedResource> {
  return {
    reverified_at: wireTime(stepUp.at),
    expires_at: wireTime(stepUp.expiresAt),
    amr: stepUp.amr,
  };
}

/** Code sent for a step-up, in wire format. */
export function stepUpChallengeResponse(
  challenge: CodeChallenge,
): z.infer<typeof StepUpChallengeResource> {
  return {
    challenge: {
      type: "email_otp",
      ...codeSentResponse(challenge),
      token: challenge.token,
      masked_email: challenge.maskedEmail,
      code_length: challenge.codeLength,
      expires_at: wireTime(challenge.expiresAt),
      resend_after_seconds: challenge.resendAfterSeconds,
    },
  };
}

/** A started passkey step-up in wire format. */
export function passkeyStepUpResponse({
  type,
  token,
  passkey,
  expiresAt,
}: PasskeyChallenge): z.infer<typeof StepUpChallengeResource> {
  return { challenge: { type, token, passkey, expires_at: wireTime(expiresAt) } };
}
