import { anyRedirect, type Snippet, type SnippetFacts } from "./snippet";

/** Apache's module. */
export function modAuthOpenidc(facts: SnippetFacts): Snippet {
  const { issuer, clientId } = facts;
  const { uri, needs } = anyRedirect(facts);
  const code = `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret \${CLIENT_SECRET}
OIDCRedirectURI ${uri}
OIDCResponseType code
OIDCPKCEMethod S256
OIDCScope "openid profile email"
OIDCCryptoPassphrase "exec:/usr/bin/openssl rand -hex 32"

<Location />
  AuthType openid-connect
  Require valid-user
</Location>`;
  return { id: "modAuthOpenidc", needs, files: [{ name: "conf.d/oidc.conf", code }] };
}
