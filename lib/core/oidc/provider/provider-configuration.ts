import { type Configuration, errors, type JWK } from "oidc-provider";
import { DEVICE_CODE_SECONDS } from "@/lib/core/device-codes/device-authorization";
import { applicationQuery } from "@/lib/core/oidc/applications/way-back";
import { interactionCookieBase, sessionCookieName } from "@/lib/core/oidc/http/cookies";
import { findAccount } from "@/lib/core/oidc/provider/find-account";
import {
  CHOOSE_ORGANIZATION,
  policy,
  REQUIRED_USER,
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
  /** Longer than the longest session and its refresh tokens. */
  grant: 400 * 24 * 3600,
};

/** Configuration of one environment's provider.
 *  @param idTokenKeys keys that sign its ID tokens, one for each algorithm */
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
    // So relying parties that never call userinfo still receive the user's claims.
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    subjectTypes: ["public"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "none"],
    enabledJWA: {
      idTokenSigningAlgValues: [...idTokenAlgorithms],
      dPoPSigningAlgValues: [...proofAlgorithms],
    },
    extraParams: ["organization_id", REQUIRED_USER],
    pkce: { required: () => true },
    cookies: cookies(scope),
    features: { ...features, dPoP: dPoP() },
    findAccount,
    loadExistingGrant,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    // Rotation adds nothing for a client that authenticates and whose tokens are bound (FAPI 2.0
    // Security Profile §5.3.2.1).
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
  // A successor has the remaining lifetime of its predecessor: thirty days in all, however often it is used.
  RefreshToken: (ctx) =>
    ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? lifetimes.refreshToken,
  // Counted from the sign-in: use does not extend a session.
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
  // Only its grant is reachable: the endpoint and the page are ours (lib/core/oidc/device).
  deviceFlow: { enabled: true },
  // A relying party can't choose the target of its tokens: a request that names one is refused, not
  // ignored (RFC 8707 §2).
  resourceIndicators: {
    enabled: true,
    defaultResource: async () => undefined as unknown as string,
    getResourceServerInfo: async () => {
      throw new errors.InvalidTarget();
    },
    useGrantedResource: async () => false,
  },
};

/** Proofs of possession (RFC 9449). Each needs a nonce of ours, which is derived from the time and a key of
 *  every process: a proof made in advance or long ago is worthless, and processes need not coordinate. */
function dPoP() {
  return { enabled: true, nonceSecret: nonceSecret(), requireNonce: () => true };
}

/** Name of the provider's second cookie of an interaction, which it requires when the interaction continues.
 *  Ours has the same information, so no browser gets this one. */
export const RESUME_COOKIE = "atrium_resume";

const pages: Readonly<Record<string, string>> = {
  consent: "/consent",
  [CHOOSE_ORGANIZATION]: "/organization",
};

interface InteractionContext {
  oidc: { client?: { redirectUris?: readonly string[] | undefined } | undefined };
}

interface PendingInteraction {
  uid: string;
  prompt: { name: string };
  params: Record<string, unknown>;
}

/** Address of an interaction's page, with the languages that the relying party requested, and with the
 *  relying party, so that the page can link to a new sign-in when the interaction is over. */
function interactionUrl({ oidc }: InteractionContext, { uid, prompt, params }: PendingInteraction) {
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
