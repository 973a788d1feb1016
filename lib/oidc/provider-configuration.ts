import { type Configuration, errors, type JWK } from "oidc-provider";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { MACHINE_TOKEN_SECONDS, MANAGEMENT_AUDIENCE } from "@/lib/credentials/machine-token";
import { findAccount, sessionPolicyClaim } from "@/lib/oidc/account";
import { interactionCookieBase, sessionCookieName } from "@/lib/oidc/cookies";
import { renderProviderError } from "@/lib/oidc/error-page";
import { currentExchange } from "@/lib/oidc/exchange";
import { policy } from "@/lib/oidc/interaction-policy";
import { identityScopes, loadExistingGrant } from "@/lib/oidc/load-grant";
import { payloadAdapter } from "@/lib/oidc/payload-adapter";
import type { SigningKey } from "@/lib/signing-keys/signing-key";

/** Lifetimes in seconds (contract, OAuth and OpenID Connect). */
export const lifetimes = {
  accessToken: 900,
  idToken: 3600,
  authorizationCode: 60,
  refreshToken: 30 * 24 * 3600,
  interaction: 3600,
  /** Outlives the longest session and the refresh tokens that came out of it. */
  grant: 400 * 24 * 3600,
};

/** What the provider knows the management API as; RFC 8707 wants a URI, the token says the audience. */
const MANAGEMENT_RESOURCE = "urn:service-management-api";

/** How the provider of one environment is set up. */
export function providerConfiguration(
  scope: TenantScope,
  keys: { idToken: SigningKey; machineToken: SigningKey },
): Configuration {
  const secure = config().baseUrl.startsWith("https://");
  const cookie = { httpOnly: true, sameSite: "lax", secure, path: "/" } as const;
  return {
    adapter: payloadAdapter(scope),
    jwks: { keys: [keys.idToken.privateJwk as JWK, keys.machineToken.privateJwk as JWK] },
    routes,
    scopes: [...identityScopes],
    claims: {
      openid: ["sub", "auth_time", "amr", sessionPolicyClaim()],
      profile: ["name", "locale", "updated_at"],
      email: ["email", "email_verified"],
    },
    // Relying parties that never ask userinfo still learn who signed in.
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    subjectTypes: ["public"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    enabledJWA: { idTokenSigningAlgValues: ["RS256"] },
    extraParams: ["organization_id"],
    pkce: { required: () => true },
    cookies: {
      names: {
        session: sessionCookieName(scope.environmentId),
        interaction: interactionCookieBase(),
        resume: "atrium_resume",
      },
      long: cookie,
      short: cookie,
    },
    features: features(keys.machineToken.kid),
    findAccount,
    loadExistingGrant,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    // A refresh token lives on when the browser session ends by itself; revoking the session takes it along.
    expiresWithSession: async () => false,
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    extraTokenClaims: async () => {
      const { machine } = currentExchange();
      if (!machine) return undefined;
      return {
        tenant_id: machine.credential.tenantPublicId,
        environment: machine.credential.environmentKey,
      };
    },
    interactions: { policy: policy(), url: interactionUrl },
    renderError: renderProviderError,
    ttl,
  };
}

const routes = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  userinfo: "/oauth/userinfo",
  jwks: "/oauth/jwks",
  end_session: "/oauth/logout",
};

const ttl: Configuration["ttl"] = {
  AccessToken: lifetimes.accessToken,
  AuthorizationCode: lifetimes.authorizationCode,
  ClientCredentials: MACHINE_TOKEN_SECONDS,
  Grant: lifetimes.grant,
  IdToken: lifetimes.idToken,
  Interaction: lifetimes.interaction,
  // A rotated token takes over what was left of the first one's life: thirty days, whatever the use.
  RefreshToken: (ctx) =>
    ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetimes.refreshToken,
  // Counted from the sign-in: using the session does not make it longer.
  Session: (_ctx, session) => {
    const { absoluteSeconds } = currentExchange();
    if (absoluteSeconds === undefined) throw new Error("A session without its tenant's policy");
    const signedIn = session.loginTs ?? Math.floor(Date.now() / 1000);
    return Math.max(1, signedIn + absoluteSeconds - Math.floor(Date.now() / 1000));
  },
};

function features(machineKid: string): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    // Logout and its notifications are ours (logout-endpoint.ts, lib/backchannel-logout).
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: async () =>
        currentExchange().machine ? MANAGEMENT_RESOURCE : (undefined as unknown as string),
      getResourceServerInfo: async (_ctx, resource) => {
        const { machine } = currentExchange();
        if (!machine || resource !== MANAGEMENT_RESOURCE) throw new errors.InvalidTarget();
        return {
          scope: machine.scope,
          audience: MANAGEMENT_AUDIENCE,
          accessTokenTTL: MACHINE_TOKEN_SECONDS,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "EdDSA", kid: machineKid } },
        };
      },
      useGrantedResource: async () => false,
    },
  };
}

interface Begun {
  uid: string;
  prompt: { name: string };
  params: Record<string, unknown>;
}

/** The page an interaction goes on at, with the languages that the relying party asked for, and with the
 *  relying party, so that the page knows where to begin again when the interaction is over. */
function interactionUrl(_ctx: unknown, { uid, prompt, params }: Begun) {
  const page = prompt.name === "consent" ? "/consent" : "/login";
  const query = new URLSearchParams({ interaction: uid });
  if (typeof params.client_id === "string") query.set("client", params.client_id);
  if (typeof params.ui_locales === "string") query.set("ui_locales", params.ui_locales);
  return `${page}?${query}`;
}
