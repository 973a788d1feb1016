import type { ResponseConfig } from "@asteasolutions/zod-to-openapi";
import type { Declared, ProtocolRefusals } from "@/lib/core/http/operation";
import type { RouteHandler } from "@/lib/core/http/route-handler";
import { clientRefusals, clientUnproved } from "@/lib/core/oidc/http/oauth-responses";
import { oauthFormRoute } from "@/lib/core/oidc/http/oauth-route";

/** Declaration of an endpoint of the OAuth plane: its description and its handler. */
export type OAuthDeclaration = Omit<Declared, "tag" | "caller" | "answers" | "isCounted"> &
  Partial<Pick<Declared, "answers">> & { handle: RouteHandler };

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
  { handle, ...described }: OAuthDeclaration,
  protocol: ProtocolRefusals,
): DeclaredHandler {
  const declared: Declared = {
    security: [],
    answers: {},
    ...described,
    tag: "OAuth and OpenID Connect",
    caller: "anyone",
    isCounted: true,
    protocol,
  };
  return Object.assign(handle, { declared });
}
