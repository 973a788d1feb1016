/** What a snippet is filled in with. */
export interface SnippetFacts {
  issuer: string;
  clientId: string;
  type: "confidential" | "public";
  redirectUri: string;
  postLogoutRedirectUri: string | null;
}

export interface Snippet {
  name: string;
  /** Where the code goes. */
  file: string;
  code: string;
}

/** How the usual libraries are set up for this client. Secrets come from the environment: none is ever in a
 *  snippet, since none is kept. */
export function integrationSnippets(facts: SnippetFacts): Snippet[] {
  return [
    openidClient(facts),
    nextAuth(facts),
    spring(facts),
    aspNet(facts),
    modAuthOpenidc(facts),
  ];
}

function openidClient({ issuer, clientId, type, redirectUri }: SnippetFacts): Snippet {
  const secret = type === "public" ? "undefined, client.None()" : "process.env.CLIENT_SECRET";
  return {
    name: "openid-client (Node.js)",
    file: "auth.js",
    code: `import * as client from "openid-client";

const config = await client.discovery(
  new URL("${issuer}"),
  "${clientId}",
  ${secret},
);

const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
// Keep verifier and state in the browser's session, then send it here:
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: "${redirectUri}",
  scope: "openid profile email",
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: "S256",
  state,
});

// In the handler of ${new URL(redirectUri).pathname}:
const tokens = await client.authorizationCodeGrant(config, currentUrl, {
  pkceCodeVerifier: verifier,
  expectedState: state,
});`,
  };
}

function nextAuth({ issuer, clientId, type }: SnippetFacts): Snippet {
  const proof =
    type === "public"
      ? 'client: { token_endpoint_auth_method: "none" },'
      : "clientSecret: process.env.CLIENT_SECRET,";
  return {
    name: "next-auth (Next.js)",
    file: "app/api/auth/[...nextauth]/route.ts",
    code: `import NextAuth from "next-auth";

const handler = NextAuth({
  providers: [
    {
      id: "atrium",
      name: "Atrium",
      type: "oauth",
      wellKnown: "${issuer}/.well-known/openid-configuration",
      idToken: true,
      checks: ["pkce", "state", "nonce"],
      clientId: "${clientId}",
      ${proof}
      authorization: { params: { scope: "openid profile email" } },
      profile: (claims) => ({ id: claims.sub, name: claims.name, email: claims.email }),
    },
  ],
});

export { handler as GET, handler as POST };`,
  };
}

function spring({ issuer, clientId, type, redirectUri }: SnippetFacts): Snippet {
  const proof =
    type === "public" ? "client-authentication-method: none" : `client-secret: \${CLIENT_SECRET}`;
  return {
    name: "Spring Security (Java)",
    file: "application.yml",
    code: `spring:
  security:
    oauth2:
      client:
        registration:
          atrium:
            client-id: ${clientId}
            ${proof}
            authorization-grant-type: authorization_code
            redirect-uri: "${redirectUri}"
            scope: openid,profile,email
        provider:
          atrium:
            issuer-uri: ${issuer}`,
  };
}

function aspNet({ issuer, clientId, type, redirectUri, ...rest }: SnippetFacts): Snippet {
  const { pathname } = new URL(redirectUri);
  const proof =
    type === "public" ? "" : `\n    options.ClientSecret = builder.Configuration["CLIENT_SECRET"];`;
  const signedOut = rest.postLogoutRedirectUri
    ? `\n    options.SignedOutRedirectUri = "${rest.postLogoutRedirectUri}";`
    : "";
  return {
    name: "ASP.NET Core (C#)",
    file: "Program.cs",
    code: `builder.Services
  .AddAuthentication(options =>
  {
    options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
    options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
  })
  .AddCookie()
  .AddOpenIdConnect(options =>
  {
    options.Authority = "${issuer}";
    options.ClientId = "${clientId}";${proof}
    options.ResponseType = "code";
    options.ResponseMode = "query";
    options.UsePkce = true;
    options.CallbackPath = "${pathname}";${signedOut}
    options.Scope.Add("email");
  });`,
  };
}

function modAuthOpenidc({ issuer, clientId, type, redirectUri }: SnippetFacts): Snippet {
  const proof =
    type === "public" ? "OIDCProviderTokenEndpointAuth none" : `OIDCClientSecret \${CLIENT_SECRET}`;
  return {
    name: "mod_auth_openidc (Apache)",
    file: "conf.d/oidc.conf",
    code: `OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID ${clientId}
${proof}
OIDCRedirectURI ${redirectUri}
OIDCResponseType code
OIDCPKCEMethod S256
OIDCScope "openid profile email"
OIDCCryptoPassphrase "exec:/usr/bin/openssl rand -hex 32"

<Location />
  AuthType openid-connect
  Require valid-user
</Location>`,
  };
}
