import { content } from "@/lib/core/contract/content";
import { Introspection, IntrospectionForm } from "@/lib/core/contract/introspection";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { answer } from "@/lib/core/http/answers";
import { resource } from "@/lib/core/http/resource";
import { clientEndpoint } from "@/lib/core/oidc/http/oauth-endpoint";
import { tokenMissing } from "@/lib/core/oidc/http/oauth-responses";
import { serveIntrospection } from "@/lib/core/oidc/issued-tokens/introspect-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: clientEndpoint({
    id: "introspectToken",
    summary: "Ask whether a token may be used",
    description:
      'Introspection (RFC 7662). A client learns of its own tokens, a machine credential of all tokens in its environment. Of any other token, of one that has ended or was revoked, and of one whose user, session or client has ended, the answer is `{"active": false}`. A public client can\'t ask, because it proves nothing. A budget of its own, as large as that of the token endpoint.',
    form: content(IntrospectionForm, oauthExamples.clientForm),
    answers: {
      ok: answer(
        Introspection,
        oauthExamples.introspection,
        "What the token says, or that it is not active.",
      ),
    },
    refused: tokenMissing,
    serve: serveIntrospection,
  }),
});
