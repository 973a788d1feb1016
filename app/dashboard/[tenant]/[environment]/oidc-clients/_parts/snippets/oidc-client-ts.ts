import { anyRedirect, lines, type Snippet, type SnippetFacts } from "./snippet";

/** The usual library for an application that is nothing but scripts in a browser. */
export function oidcClientTs(facts: SnippetFacts): Snippet {
  const { issuer, clientId, postLogoutRedirectUris } = facts;
  const { uri, needs } = anyRedirect(facts);
  const [bye] = postLogoutRedirectUris;
  const code = lines(
    `import { UserManager } from "oidc-client-ts";

// PKCE with S256 is what this library does, and the only thing that it does.
export const users = new UserManager({
  authority: "${issuer}",
  client_id: "${clientId}",
  redirect_uri: "${uri}",`,
    bye ? `  post_logout_redirect_uri: "${bye}",` : null,
    `  response_type: "code",
  scope: "openid profile email",
});

export const signIn = () => users.signinRedirect();
// On the page at ${new URL(uri).pathname}:
export const finishSignIn = () => users.signinCallback();
export const signOut = () => users.signoutRedirect();`,
  );
  return { id: "oidcClientTs", needs, files: [{ name: "auth.js", code }] };
}
