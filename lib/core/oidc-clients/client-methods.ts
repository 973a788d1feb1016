import type { JWK } from "jose";
import type { IdTokenAlgorithm } from "@/lib/core/signing-keys/signing-key";

/** Authentication methods of a relying party at the token endpoint (RFC 7591 §2, OpenID Connect Core §9). A
 *  client with a secret may send it in either way, whichever is registered. */
export const authMethods = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "none",
] as const;

export type AuthMethod = (typeof authMethods)[number];

/** Security profiles of a relying party: the standards with their options, or the FAPI 2.0 Security
 *  Profile. */
export const clientProfiles = ["standard", "fapi2"] as const;

export type ClientProfile = (typeof clientProfiles)[number];

/** Authentication of a relying party, and protection of its requests and tokens. */
export interface ClientMethods {
  tokenEndpointAuthMethod: AuthMethod;
  /** Public keys that verify its assertions (RFC 7517). */
  jwks: { keys: JWK[] } | null;
  /** Address at which it publishes its keys instead. */
  jwksUri: string | null;
  idTokenSignedResponseAlg: IdTokenAlgorithm;
  /** Only pushed requests are authorized (RFC 9126 §6). */
  requirePushedAuthorizationRequests: boolean;
  /** Its tokens are bound to a key of its own (RFC 9449). */
  dpopBoundAccessTokens: boolean;
  profile: ClientProfile;
  /** Seconds after its use in which a refresh token may be presented again; 0 for never. */
  refreshGraceSeconds: number;
}

/** Longest grace period of a used refresh token, in seconds. */
export const MOST_GRACE_SECONDS = 30;

type Fixed = Pick<
  ClientMethods,
  | "tokenEndpointAuthMethod"
  | "idTokenSignedResponseAlg"
  | "requirePushedAuthorizationRequests"
  | "dpopBoundAccessTokens"
>;

/** Algorithms of ID tokens in the profile `fapi2`, the default first. */
export const strictIdTokenAlgorithms = ["PS256", "ES256", "EdDSA"] as const;

/** Values that the profile `fapi2` allows (FAPI 2.0 Security Profile §5.3.2, §5.4), the
 *  one that it sets first. */
const fapi2: { [Field in keyof Fixed]: readonly [Fixed[Field], ...Fixed[Field][]] } = {
  tokenEndpointAuthMethod: ["private_key_jwt"],
  idTokenSignedResponseAlg: strictIdTokenAlgorithms,
  requirePushedAuthorizationRequests: [true],
  dpopBoundAccessTokens: [true],
};

/** Completes the settings with the values that their profile fixes.
 *  @param settings the requested settings
 *  @param known the stored settings, for a change
 *  @returns the settings to store, or the field that contradicts the profile */
export function withProfile<Settings extends Partial<ClientMethods>>(
  settings: Settings,
  known: Partial<ClientMethods> = {},
): Settings | { contradicts: keyof Fixed } {
  if ((settings.profile ?? known.profile) !== "fapi2") return settings;
  const fixed: Partial<Record<keyof Fixed, unknown>> = {};
  for (const field of Object.keys(fapi2) as (keyof Fixed)[]) {
    const allowed: readonly unknown[] = fapi2[field];
    if (settings[field] !== undefined && !allowed.includes(settings[field]))
      return { contradicts: field };
    const there = settings[field] ?? known[field];
    fixed[field] = allowed.includes(there) ? there : allowed[0];
  }
  return { ...settings, ...fixed };
}

/** Default settings of a relying party. */
export function usualMethods(type: "confidential" | "public"): ClientMethods {
  return {
    tokenEndpointAuthMethod: type === "public" ? "none" : "client_secret_basic",
    jwks: null,
    jwksUri: null,
    idTokenSignedResponseAlg: "RS256",
    requirePushedAuthorizationRequests: false,
    dpopBoundAccessTokens: false,
    profile: "standard",
    refreshGraceSeconds: 10,
  };
}

/** Whether a client with this authentication method has a secret. */
export function hasSecret(method: AuthMethod): boolean {
  return method === "client_secret_basic" || method === "client_secret_post";
}
