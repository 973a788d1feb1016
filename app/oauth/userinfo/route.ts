import { AccessDenialCode } from "@/lib/core/contract/access";
import { UserInfo } from "@/lib/core/contract/oauth";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { answer } from "@/lib/core/http/answers";
import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { oauthEndpoint } from "@/lib/core/oidc/http/oauth-endpoint";
import { refused } from "@/lib/core/oidc/http/oauth-responses";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { serveUserinfo } from "@/lib/core/oidc/userinfo/userinfo-endpoint";

const userinfo = (id: string) =>
  oauthEndpoint({
    id,
    summary: "Read the signed-in user's claims",
    description:
      "Those of the token's scopes, as they are now. A token that is bound to a key comes as `Authorization: DPoP …`, with a proof in the header `DPoP` (RFC 9449 §7).",
    security: [{ userAccessToken: [] }],
    answers: { ok: answer(UserInfo, oauthExamples.userInfo, "The claims.") },
    responses: {
      400: refused("The token comes in more than one way, or by a scheme that is not its own.", [
        "invalid_request",
      ]),
      401: refused(
        "The token is not valid, or the user has lost the access that the token's scopes tell of: `error_code` then names the layer. A request without a token gets the challenge alone.",
        ["invalid_token", "use_dpop_nonce", "invalid_dpop_proof"],
        AccessDenialCode.options,
      ),
      403: refused("The token is of a sign-in without `openid`.", ["insufficient_scope"]),
    },
    handle: oauthRoute("private", serveUserinfo),
  });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  GET: userinfo("readUserInfo"),
  POST: userinfo("postUserInfo"),
});
