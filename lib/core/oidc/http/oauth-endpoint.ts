import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import type { Declared, StandardProtocol } from "@/lib/core/http/operation";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { clientRefusals, clientUnproved } from "@/lib/core/oidc/http/oauth-responses";
import { oauthFormRoute } from "@/lib/core/oidc/http/oauth-route";

/** Declaration of an endpoint of the OAuth plane: its description and its handler. */
export type OAuthDeclaration = Pick<
  Declared,
  "id" | "summary" | "description" | "params" | "query" | "body" | "responses"
> & {
  security?: StandardProtocol["security"];
  form?: StandardProtocol["form"];
  answers?: Declared["answers"];
  handle: RouteHandler;
};

/** A handler with its declaration. */
type DeclaredHandler = RouteHandler & { readonly declared: Declared };

/** Declares an endpoint that clients call: a refusal is an OAuth error. */
export const oauthEndpoint = (declaration: OAuthDeclaration): DeclaredHandler =>
  declareOAuth(declaration, clientRefusals);

/** Declares an endpoint to which a client sends a form in its own name. It authenticates in a header or in
 *  the form.
 *  @param refused answer to a wrong form */
export const clientEndpoint = ({
  serve,
  refused,
  ...declaration
}: Omit<OAuthDeclaration, "handle" | "responses"> & {
  refused: ResponseConfig;
  serve: Parameters<typeof oauthFormRoute>[1];
}): DeclaredHandler =>
  oauthEndpoint({
    security: [{ clientBasic: [] }, {}],
    ...declaration,
    responses: { 400: refused, 401: clientUnproved },
    handle: oauthFormRoute("public", serve),
  });

/** Declares an endpoint of the OAuth plane with its refusals. */
export function declareOAuth(
  { handle, security = [], form, answers = {}, ...described }: OAuthDeclaration,
  refusals: StandardProtocol["refusals"],
): DeclaredHandler {
  const declared: Declared = {
    ...described,
    tag: "OAuth and OpenID Connect",
    caller: "anyone",
    answers,
    isCounted: true,
    standard: { security, refusals, ...(form && { form }) },
  };
  return Object.assign(handle, { declared });
}
