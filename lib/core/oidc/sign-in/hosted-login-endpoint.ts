import type { BodyContent } from "@/lib/core/contract/content";
import { HostedLoginResource, InteractionQuery } from "@/lib/core/contract/hosted-login";
import { oauthExamples } from "@/lib/core/contract/oauth-examples";
import { answer } from "@/lib/core/http/answers";
import { oauthEndpoint } from "@/lib/core/oidc/http/oauth-endpoint";
import { refused, refusedForNow } from "@/lib/core/oidc/http/oauth-responses";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";

/** Declares a stage of the hosted login, which a page calls for its own sign-in. */
export const hostedLoginEndpoint = ({
  serve,
  ...stage
}: {
  id: string;
  summary: string;
  body: BodyContent;
  serve: Parameters<typeof oauthRoute>[1];
}) =>
  oauthEndpoint({
    ...stage,
    description:
      "Works within a sign-in that this browser began at `/oauth/authorize`, from the same origin only.",
    query: InteractionQuery,
    answers: {
      ok: answer(
        HostedLoginResource,
        oauthExamples.hostedLogin,
        "The address to go on to, or a challenge for a code.",
      ),
    },
    responses: {
      400: refused(
        "The proof is wrong, or the request is outside of a sign-in (`invalid_request`).",
        ["invalid_grant", "invalid_request"],
        ["invalid_credentials"],
        true,
      ),
      429: refusedForNow(
        "Locked or too many requests: wait for Retry-After.",
        ["temporarily_unavailable"],
        ["login_temporarily_locked", "rate_limited"],
        true,
      ),
    },
    handle: oauthRoute("public", serve),
  });
