import { content } from "@/lib/core/contract/content";
import { loginExamples } from "@/lib/core/contract/login-examples";
import {
  RedeemPasswordLinkAnswer,
  RedeemPasswordLinkBody,
  redeemedLinkResponse,
} from "@/lib/core/contract/password-redeem";
import { signInHeaders } from "@/lib/core/contract/request-headers";
import { answer } from "@/lib/core/http/answers";
import { endpoint } from "@/lib/core/http/endpoint";
import { resource } from "@/lib/core/http/resource";
import { redeemLinkDirectly } from "@/lib/core/password-links/redeem-link-directly";
import { assertHashCapacity } from "@/lib/kernel/process/hash-capacity";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: endpoint({
    id: "redeemPasswordLink",
    tag: "Sign-in",
    summary: "Set a password by a link's token",
    description:
      "For a product that shows its own page. Only this request spends the token, once; a refused password leaves the token unspent. A token that the service emailed completes a sign-in. A token that the API returned does so where the policy asks for no code.",
    caller: "tenant",
    admit: assertHashCapacity,
    headers: signInHeaders,
    body: content(RedeemPasswordLinkBody, loginExamples.link),
    answers: {
      ok: answer(
        RedeemPasswordLinkAnswer,
        loginExamples.grant,
        "A grant whose session names the reason in `kind`, or a note that the user signs in as always.",
      ),
    },
    refusals: ["invalid_credentials", "unprocessable"],
    handle: async ({ caller, body, ok }) =>
      ok(redeemedLinkResponse(await redeemLinkDirectly(caller, body))),
  }),
});
