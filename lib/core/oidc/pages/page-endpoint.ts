import { formToQuery } from "@/lib/core/oidc/http/form-to-query";
import { declareOAuth, type OAuthDeclaration } from "@/lib/core/oidc/http/oauth-endpoint";
import { page, pageRefusals, redirect } from "@/lib/core/oidc/http/oauth-responses";
import { oauthRoute } from "@/lib/core/oidc/http/oauth-route";
import { refusalPage } from "@/lib/core/oidc/pages/error-page";

type PageDeclaration = Omit<OAuthDeclaration, "handle" | "security" | "answers"> & {
  serve: Parameters<typeof oauthRoute>[1];
};

/** Declares an endpoint that browsers visit: a refusal is a page. */
export const pageEndpoint = ({ serve, ...declaration }: PageDeclaration) =>
  declareOAuth({ ...declaration, handle: oauthRoute("public", serve, refusalPage) }, pageRefusals);

/** Declares the POST of an endpoint that GET serves: a form with the same parameters, which leads to GET. */
export const formToQueryEndpoint = (
  declaration: Omit<PageDeclaration, "responses" | "serve" | "query">,
) =>
  pageEndpoint({
    ...declaration,
    responses: {
      303: redirect("Redirects to the same request by `GET`, where it is judged."),
      400: page("The form is none, or a parameter is repeated."),
      413: page("The parameters are longer than 8,000 bytes together."),
    },
    serve: formToQuery,
  });
