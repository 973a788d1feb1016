import { LogoutParameters } from "@/lib/core/contract/authorization";
import { resource } from "@/lib/core/http/resource";
import { page, redirect } from "@/lib/core/oidc/http/oauth-responses";
import { serveLogout } from "@/lib/core/oidc/logout/logout-endpoint";
import { formToQueryEndpoint, pageEndpoint } from "@/lib/core/oidc/pages/page-endpoint";

const description = "One of `id_token_hint` and `client_id` is required.";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: pageEndpoint({
    id: "logout",
    summary: "Sign out of the hosted session",
    description,
    query: LogoutParameters,
    responses: {
      200: page("Asks whether to sign out."),
      303: redirect("Signed out."),
      400: page("Refused."),
    },
    serve: serveLogout,
  }),
  POST: formToQueryEndpoint({
    id: "logoutByForm",
    summary: "Sign out of the hosted session by a form",
    description,
    form: { schema: LogoutParameters },
  }),
});
