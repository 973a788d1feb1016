import { type JWTPayload, jwtVerify } from "jose";
import { postForm, postForTokens } from "./client-form.js";
import { safeBaseUrl } from "./safe-base-url.js";
import { digestOf, randomId } from "./seal.js";
import type { Sending } from "./send.js";
import { keysOf } from "./verifier.js";

export interface RelyingPartySettings extends Sending {
  /** Your OIDC client. A public client has no secret. */
  clientId: string;
  clientSecret?: string;
  /** Registered address to which browsers return. */
  redirectUri: string;
  /** Default: `openid profile email`. */
  scope?: string;
}

/** Values that must match when the browser returns. Store it on your server, for this browser, until then,
 *  and use it once. */
export interface PendingSignIn {
  verifier: string;
  state: string;
  nonce: string;
}

/** Result of a hosted sign-in. Tokens stay on your server. */
export interface HostedTokens {
  claims: JWTPayload & { sub: string };
  idToken: string;
  accessToken: string;
  refreshToken: string | undefined;
  /** End of the access token, in milliseconds. */
  expiresAt: number;
}

/** The authorization code flow with PKCE, `state` and `nonce`, at the service's own pages. */
export interface RelyingParty {
  /** Starts a sign-in.
   *  @returns address to send the browser to, and the values to store for it
   *  @param extra further parameters that the service knows, such as `login_hint` */
  begin(extra?: Record<string, string>): Promise<{ url: string; pending: PendingSignIn }>;
  /** Completes a sign-in.
   *  @param callback the address that the browser came back to
   *  @throws Error when it is not the answer to this sign-in */
  finish(callback: URL, pending: PendingSignIn): Promise<HostedTokens>;
  /** Returns new tokens; the refresh token is replaced too.
   *  @throws AtriumError `invalid_grant` when the session is over */
  refresh(tokens: HostedTokens): Promise<HostedTokens>;
  /** Revokes the tokens: for a user who signs out of your application alone, and stays signed in at the
   *  service. */
  revoke(tokens: Pick<HostedTokens, "accessToken" | "refreshToken">): Promise<void>;
  /** Address to send the browser to, so that its session ends at the service too. */
  endSessionUrl(tokens: Pick<HostedTokens, "idToken">, returnTo: string): string;
}

/** Makes a relying party, whose users sign in at the service's own pages.
 *  @example
 *  import { createRelyingParty } from "@atrium/client/oidc";
 *
 *  const party = createRelyingParty({
 *    baseUrl: settings.baseUrl,
 *    clientId: settings.clientId,
 *    redirectUri: "https://app.example/callback",
 *  });
 *  const { url, pending } = await party.begin({ login_hint: person.email });
 *  console.log(new URL(url).searchParams.get("state") === pending.state);
 */
export function createRelyingParty(settings: RelyingPartySettings): RelyingParty {
  const issuer = safeBaseUrl(settings.baseUrl);
  const { clientId, redirectUri } = settings;
  const keys = keysOf(issuer);

  async function claimsOf(idToken: string, nonce?: string): Promise<HostedTokens["claims"]> {
    const { payload } = await jwtVerify(idToken, keys, {
      issuer,
      audience: clientId,
      algorithms: ["RS256", "PS256", "ES256", "EdDSA"],
      requiredClaims: ["sub", "iat", "exp"],
      clockTolerance: 30,
    });
    if (nonce !== undefined && payload.nonce !== nonce)
      throw new Error("The ID token is not for this sign-in");
    // The audience may name several clients; the token must have been made for this one (OpenID Connect Core
    // §3.1.3.7).
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId)
      throw new Error("The ID token is for another client");
    return payload as HostedTokens["claims"];
  }

  return {
    async begin(extra = {}) {
      const pending = { verifier: randomId(), state: randomId(), nonce: randomId() };
      const query = new URLSearchParams({
        ...extra,
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: settings.scope ?? "openid profile email",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await digestOf(pending.verifier),
        code_challenge_method: "S256",
      });
      return { url: `${issuer}/oauth/authorize?${query}`, pending };
    },

    async finish(callback, { verifier, state, nonce }) {
      const callbackQuery = callback.searchParams;
      if (callbackQuery.get("state") !== state) throw new Error("This sign-in was not begun here");
      // Another service's answer must not be redeemed here (RFC 9207).
      if (callbackQuery.get("iss") !== issuer) throw new Error("The answer is another service's");
      const code = callbackQuery.get("code");
      if (!code)
        throw new Error(`The sign-in was refused: ${callbackQuery.get("error") ?? "no code"}`);
      const form = { grant_type: "authorization_code", code, redirect_uri: redirectUri };
      const tokens = await postForTokens(settings, { ...form, code_verifier: verifier });
      const idToken = tokens.id_token ?? "";
      return {
        claims: await claimsOf(idToken, nonce),
        idToken,
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token,
        expiresAt: tokens.expiresAt,
      };
    },

    async refresh(before) {
      const refresh_token = before.refreshToken ?? "";
      const tokens = await postForTokens(settings, { grant_type: "refresh_token", refresh_token });
      const claims = tokens.id_token ? await claimsOf(tokens.id_token) : before.claims;
      if (claims.sub !== before.claims.sub) throw new Error("The tokens are another user's");
      return {
        claims,
        idToken: tokens.id_token ?? before.idToken,
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? before.refreshToken,
        expiresAt: tokens.expiresAt,
      };
    },

    async revoke({ refreshToken, accessToken }) {
      // Revoking a refresh token also revokes the access tokens that came of it.
      const form = { token: refreshToken ?? accessToken };
      await postForm(settings, settings, { path: "/oauth/revoke", form, repeatable: true });
    },

    endSessionUrl({ idToken }, returnTo) {
      const query = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
      return `${issuer}/oauth/logout?${new URLSearchParams(query)}`;
    },
  };
}
