import { z } from "zod";
import { ChallengeResource, EnrolmentRequiredAnswer } from "@/lib/core/contract/login";
import { factorMethods, typedMethods } from "@/lib/core/factors/factor";

/** `POST /oauth/login/preflight` */
export const HostedPreflightBody = z.strictObject({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(1024),
  method: z.enum(factorMethods).optional(),
});

/** `POST /oauth/login/verify-otp` */
export const HostedVerifyOtpBody = z.strictObject({
  email: z.string().min(1).max(320),
  code: z.string().min(1).max(16),
  method: z.enum(typedMethods).optional(),
  remember_device: z.boolean().optional(),
  device_name: z.string().max(128).optional(),
});

export const InteractionQuery = z.object({
  interaction: z.string().optional().meta({
    description: "The sign-in; the browser's latest sign-in when absent.",
  }),
});

/** Result of a stage of the hosted login: a redirect to the application, or a code is required first. */
export const HostedLoginResource = z.discriminatedUnion("status", [
  z.object({ status: z.literal("grant"), redirect_to: z.url() }),
  z.object({ status: z.literal("otp_required"), challenge: ChallengeResource }),
  EnrolmentRequiredAnswer,
]);
