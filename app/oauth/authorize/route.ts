import { AuthorizationRequest } from "@/lib/core/contract/authorization";
import { resource } from "@/lib/core/http/resource";
import { page, redirect } from "@/lib/core/oidc/http/oauth-responses";
import { formToQueryEndpoint, pageEndpoint } from "@/lib/core/oidc/pages/page-endpoint";
import { serveAuthorize } from "@/lib/core/oidc/sign-in/authorize-endpoint";

const description =
  "Any other or repeated parameter, `prompt` and `max_age` among them, is `invalid_request`. The description names the parameter, and how a library that sends the parameter by itself is set not to. `request` is `request_not_supported`, and a `request_uri` that was not pushed here is `request_uri_not_supported`.";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: pageEndpoint({
    id: "authorize",
    summary: "Start hosted sign-in",
    description,
    query: AuthorizationRequest,
    responses: {
      303: redirect(
        "Redirects to the sign-in page, or to `redirect_uri` with `code` or `error`, `state` and `iss`.",
      ),
      400: page(
        "The client or the redirect_uri is unknown, so the service redirects nowhere. Or the answer to a refused request with `response_mode=form_post`: a form that goes to `redirect_uri`.",
      ),
    },
    serve: serveAuthorize,
  }),
  POST: formToQueryEndpoint({
    id: "authorizeByForm",
    summary: "Start hosted sign-in by a form",
    description,
    form: { schema: AuthorizationRequest },
  }),
});
