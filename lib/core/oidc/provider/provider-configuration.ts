import { type Configuration, errors, type JWK } from "oidc-provider";
import { DEVICE_CODE_SECONDS } from "@/lib/core/device-codes/device-authorization";
import { applicationQuery } from "@/lib/core/oidc/applications/way-back";
import { interactionCookieBase, sessionCookieName } from "@/lib/core/oidc/http/cookies";
import { findAccount } from "@/lib/core/oidc/provider/find-account";
import {
  CHOOSE_ORGANIZATION,
  MEANT_USER,
  policy,
} from "@/lib/core/oidc/provider/interaction-policy";
import { loadExistingGrant } from "@/lib/core/oidc/provider/load-existing-grant";
import { payloadAdapter } from "@/lib/core/oidc/provider/payload-adapter";
import { nonceSecret } from "@/lib/core/oidc/provider/proof-nonces";
import { proofAlgorithms } from "@/lib/core/oidc/provider/proofs";
import { currentProviderRequest } from "@/lib/core/oidc/provider/provider-request";
import { renderProviderError } from "@/lib/core/oidc/provider/render-provider-error";
import { claimsOfScopes, supportedScopes } from "@/lib/core/oidc/provider/scopes-and-claims";
import { isOriginOf } from "@/lib/core/oidc-clients/oidc-client";
import { idTokenAlgorithms, type SigningKey } from "@/lib/core/signing-keys/signing-key";
import type { TenantScope } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";

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

/** How the provider of one environment is set up.
 *  @param idTokenKeys the keys that sign its ID tokens, one for each algorithm */
export function providerConfiguration(
  scope: TenantScope,
  idTokenKeys: readonly SigningKey[],
): Configuration {
  return {
    adapter: payloadAdapter(scope),
    jwks: { keys: idTokenKeys.map(({ privateJwk }) => privateJwk as JWK) },
    routes,
    scopes: [...supportedScopes],
    claims: claimsOfScopes(),
    // Relying parties that never ask for userinfo still learn who signed in.
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    subjectTypes: ["public"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    enabledJWA: {
      idTokenSigningAlgValues: [...idTokenAlgorithms],
      dPoPSigningAlgValues: [...proofAlgorithms],
    },
    extraParams: ["organization_id", MEANT_USER],
    pkce: { required: () => true },
    cookies: cookies(scope),
    features: { ...features, dPoP: dPoP() },
    findAccount,
    loadExistingGrant,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    // A client that proves itself and whose tokens are bound gains nothing by it (FAPI 2.0 Security Profile §5.3.2.1).
    rotateRefreshToken: () => currentProviderRequest().client?.profile !== "fapi2",
    // A refresh token outlives a browser session that ends by itself. Revoking the session revokes the token.
    expiresWithSession: async () => false,
    clientBasedCORS: (_ctx, origin, client) => isOriginOf(client.redirectUris ?? [], origin),
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
  pushed_authorization_request: "/oauth/par",
  end_session: "/oauth/logout",
};

function cookies({ environmentId }: TenantScope): Configuration["cookies"] {
  const secure = config().baseUrl.startsWith("https://");
  const cookie = { httpOnly: true, sameSite: "lax", secure, path: "/" } as const;
  return {
    names: {
      session: sessionCookieName(environmentId),
      interaction: interactionCookieBase(),
      resume: RESUME_COOKIE,
    },
    long: cookie,
    short: cookie,
  };
}

const ttl: Configuration["ttl"] = {
  AccessToken: lifetimes.accessToken,
  AuthorizationCode: lifetimes.authorizationCode,
  DeviceCode: DEVICE_CODE_SECONDS,
  Grant: lifetimes.grant,
  IdToken: lifetimes.idToken,
  Interaction: lifetimes.interaction,
  // A successor lives as long as the token before it had left: thirty days in all, whatever the use.
  RefreshToken: (ctx) =>
    ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetimes.refreshToken,
  // Counted from the sign-in: use does not prolong a session.
  Session: (_ctx, session) => {
    const { absoluteSeconds } = currentProviderRequest();
    if (absoluteSeconds === undefined) throw new Error("A session without its tenant's policy");
    const signedIn = session.loginTs ?? Math.floor(Date.now() / 1000);
    return Math.max(1, signedIn + absoluteSeconds - Math.floor(Date.now() / 1000));
  },
};

const features: Configuration["features"] = {
  devInteractions: { enabled: false },
  // Logout and its notifications are ours (logout-endpoint.ts, lib/core/backchannel-logout).
  rpInitiatedLogout: { enabled: false },
  pushedAuthorizationRequests: { enabled: true },
  userinfo: { enabled: true },
  claimsParameter: { enabled: true },
  // Of it the grant alone is reached: the endpoint and the page are ours (lib/core/oidc/device).
  deviceFlow: { enabled: true },
  // A relying party's tokens have no target of its choice: whoever names one is refused, not ignored (RFC 8707 §2).
  resourceIndicators: {
    enabled: true,
    defaultResource: async () => undefined as unknown as string,
    getResourceServerInfo: async () => {
      throw new errors.InvalidTarget();
    },
    useGrantedResource: async () => false,
  },
};

/** Proofs of possession (RFC 9449). Each needs a nonce of ours, which follows from the time and a key that every process
 *  has: a proof that was made ahead, or long ago, is worth nothing, and no process needs to ask another. */
function dPoP() {
  return { enabled: true, nonceSecret: nonceSecret(), requireNonce: () => true };
}

/** The provider's second cookie of an interaction, which it asks for when the interaction goes on. Ours says as much, so
 *  that no browser gets it. */
export const RESUME_COOKIE = "atrium_resume";

const pages: Readonly<Record<string, string>> = {
  consent: "/consent",
  [CHOOSE_ORGANIZATION]: "/organization",
};

interface Asking {
  oidc: { client?: { redirectUris?: readonly string[] | undefined } | undefined };
}

interface Begun {
  uid: string;
  prompt: { name: string };
  params: Record<string, unknown>;
}

/** The page an interaction goes on at, with the languages that the relying party asked for, and with the
 *  relying party, so that the page knows where to begin again when the interaction is over. */
function interactionUrl({ oidc }: Asking, { uid, prompt, params }: Begun) {
  const page = pages[prompt.name] ?? "/login";
  const { client_id: clientId, redirect_uri: redirectUri } = params;
  const client = {
    clientId: String(clientId),
    redirectUris: [...(oidc.client?.redirectUris ?? [])],
  };
  const query = new URLSearchParams({
    interaction: uid,
    ...applicationQuery(client, typeof redirectUri === "string" ? redirectUri : undefined),
  });
  if (typeof params.ui_locales === "string") query.set("ui_locales", params.ui_locales);
  return `${page}?${query}`;
}
