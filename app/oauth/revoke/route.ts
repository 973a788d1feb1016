import { content } from "@/lib/core/contract/content";
import { RevocationForm } from "@/lib/core/contract/introspection";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { nothing } from "@/lib/core/http/answers";
import { crossOriginResource } from "@/lib/core/oidc/http/cross-origin";
import { clientEndpoint } from "@/lib/core/oidc/http/oauth-endpoint";
import { tokenMissing } from "@/lib/core/oidc/http/oauth-responses";
import { serveRevocation } from "@/lib/core/oidc/issued-tokens/revoke-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginResource({
  POST: clientEndpoint({
    id: "revokeToken",
    summary: "Revoke a token",
    description:
      "Revocation (RFC 7009). A refresh token takes along its family, the access tokens of the same grant, and the client's part in the browser's session. An access token is worth nothing to this service and at its introspection from then on; whoever verifies a JWT by the public keys alone believes it until it ends. A client revokes its own tokens, and a machine credential with `tokens:issue` the users' tokens of its environment. Any other token is a 200 without effect. A budget of its own, as large as that of the token endpoint.",
    form: content(RevocationForm, oauthExamples.clientForm),
    answers: { ok: nothing("The token is worth nothing to this client.") },
    refused: tokenMissing,
    serve: serveRevocation,
  }),
});
