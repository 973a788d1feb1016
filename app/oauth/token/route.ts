import { z } from "zod";
import { AccessDenialCode } from "@/lib/core/contract/access";
import { content } from "@/lib/core/contract/content";
import { TokenForm, TokenResponse } from "@/lib/core/contract/oauth";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { TokenExchangeResponse } from "@/lib/core/contract/token-exchange";
import { answer } from "@/lib/core/http/answers";
import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { clientEndpoint } from "@/lib/core/oidc/http/oauth-endpoint";
import { refused } from "@/lib/core/oidc/http/oauth-responses";
import { serveToken } from "@/lib/core/oidc/token/token-endpoint";

const Token = z.union([TokenExchangeResponse, TokenResponse]);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: clientEndpoint({
    id: "issueToken",
    summary: "Issue a token",
    description:
      "Issues machine tokens by `client_credentials` (audience `service-management-api`, 15 minutes), also to installations, which authenticate by `private_key_jwt`. Takes the authorization code and refresh token grants of relying parties. Exchanges an external principal's token for a session of the bound user (RFC 8693). A token for each call exhausts the limit: cache the token.",
    form: content(TokenForm, oauthExamples.tokenForm),
    answers: { ok: answer(Token, oauthExamples.token, "The token.") },
    refused: refused(
      "The request, the grant or what it asks for is refused; or a device has to wait.",
      [
        ...["invalid_grant", "invalid_request", "invalid_scope", "invalid_target"],
        ...["unauthorized_client", "unsupported_grant_type"],
        ...["use_dpop_nonce", "invalid_dpop_proof"],
        ...["authorization_pending", "slow_down", "access_denied", "expired_token"],
      ],
      [...AccessDenialCode.options, "user_disabled", "expired", "organization_selection_required"],
    ),
    serve: serveToken,
  }),
});
