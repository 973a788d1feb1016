import { z } from "zod";
import { LoginGrantAnswer, loginGrantResponse, typedPassword } from "@/lib/core/contract/login";
import type { LoginGrant } from "@/lib/core/login/completed-login";

export const RedeemPasswordLinkBody = z
  .strictObject({
    token: z.string().min(1).max(200).meta({
      description: "`set_password.token` of a created user, or the `token` of a link's address.",
    }),
    new_password: typedPassword,
  })
  .meta({ id: "RedeemPasswordLink" });

const SignInRequiredAnswer = z
  .object({ status: z.literal("sign_in_required") })
  .meta({ id: "SignInRequired" });

export const RedeemPasswordLinkAnswer = z.union([LoginGrantAnswer, SignInRequiredAnswer]);

/** Result of a redeemed link in wire format. */
export function redeemedLinkResponse(
  grant: LoginGrant | null,
): z.infer<typeof RedeemPasswordLinkAnswer> {
  return grant ? loginGrantResponse(grant, null) : { status: "sign_in_required" };
}
