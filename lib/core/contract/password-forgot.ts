import { z } from "zod";
import { typedEmail } from "@/lib/core/contract/login";

export const ForgotPasswordBody = z
  .strictObject({ email: typedEmail })
  .meta({ id: "ForgotPassword" });

export const ForgotPasswordAnswer = z
  .object({ status: z.literal("accepted") })
  .meta({ id: "ForgotPasswordAnswer" });
