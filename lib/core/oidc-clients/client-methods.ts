import type { JWK } from "jose";
import type { IdTokenAlgorithm } from "@/lib/core/signing-keys/signing-key";

/** How a relying party proves itself at the token endpoint (RFC 7591 §2, OpenID Connect Core §9). One that has a secret
 *  may send it either way, whichever of the two is registered. */
export const authMethods = [
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
  "none",
] as const;

export type AuthMethod = (typeof authMethods)[number];

/** What is asked of a relying party: what the standards leave open, or the FAPI 2.0 Security Profile. */
export const clientProfiles = ["standard", "fapi2"] as const;

export type ClientProfile = (typeof clientProfiles)[number];

/** How a relying party proves itself, and how its requests and tokens are protected. */
export interface ClientMethods {
  tokenEndpointAuthMethod: AuthMethod;
  /** The public keys that it signs assertions with (RFC 7517). */
  jwks: { keys: JWK[] } | null;
  /** Where it publishes them instead. */
  jwksUri: string | null;
  idTokenSignedResponseAlg: IdTokenAlgorithm;
  /** Only what it pushed is authorized (RFC 9126 §6). */
  requirePushedAuthorizationRequests: boolean;
  /** Its tokens are bound to a key of its own (RFC 9449). */
  dpopBoundAccessTokens: boolean;
  profile: ClientProfile;
  /** How many seconds after its use a refresh token may come back and be answered again; 0 for never. */
  refreshGraceSeconds: number;
}

/** The longest grace of a used refresh token, in seconds. */
export const MOST_GRACE_SECONDS = 30;

type Fixed = Pick<
  ClientMethods,
  | "tokenEndpointAuthMethod"
  | "idTokenSignedResponseAlg"
  | "requirePushedAuthorizationRequests"
  | "dpopBoundAccessTokens"
>;

/** What ID tokens of the profile `fapi2` may be signed with, the usual one first. */
export const strictIdTokenAlgorithms = ["PS256", "ES256", "EdDSA"] as const;

/** What the profile `fapi2` fixes (FAPI 2.0 Security Profile §5.3.2, §5.4), and what it takes besides. */
const fapi2: { [Field in keyof Fixed]: readonly [Fixed[Field], ...Fixed[Field][]] } = {
  tokenEndpointAuthMethod: ["private_key_jwt"],
  idTokenSignedResponseAlg: strictIdTokenAlgorithms,
  requirePushedAuthorizationRequests: [true],
  dpopBoundAccessTokens: [true],
};

/** The settings with what their profile fixes.
 *  @param settings what is asked for
 *  @param known what is there, for a change
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

/** What a relying party has without choosing. */
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

/** Whether a client of this type that proves itself in this way has a secret. */
export function hasSecret(method: AuthMethod): boolean {
  return method === "client_secret_basic" || method === "client_secret_post";
}
