import { PushedRequest, PushedRequestResource } from "@/lib/core/contract/authorization";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { answer } from "@/lib/core/http/answers";
import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { clientEndpoint } from "@/lib/core/oidc/http/oauth-endpoint";
import { refused } from "@/lib/core/oidc/http/oauth-responses";
import { servePushed } from "@/lib/core/oidc/par/par-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: clientEndpoint({
    id: "pushAuthorizationRequest",
    summary: "Push an authorization request",
    description:
      "RFC 9126: the client sends the parameters of `/oauth/authorize` by itself, proves itself as at `/oauth/token`, and gets an address for them. A `DPoP` header binds the code to its key. The request is judged here as it would be at `/oauth/authorize`.",
    security: [],
    form: { schema: PushedRequest },
    answers: {
      created: answer(
        PushedRequestResource,
        oauthExamples.pushed,
        "The request is kept for 60 seconds, and works once.",
      ),
    },
    refused: refused(
      "The request would be refused, or its proof of possession needs the nonce in `DPoP-Nonce` (`use_dpop_nonce`).",
      [
        ...["invalid_request", "invalid_scope", "unsupported_response_type"],
        ...["unauthorized_client", "request_not_supported", "request_uri_not_supported"],
        ...["use_dpop_nonce", "invalid_dpop_proof"],
      ],
    ),
    serve: servePushed,
  }),
});
