import type { ClientMethods } from "@/lib/core/oidc-clients/client-methods";
import { isLoopbackHttp, publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

/** OpenID Connect scopes whose claims describe what a user may do (contract, Claims). Each client is allowed
 *  each of them separately. */
export const accessScopes = ["organizations", "permissions"] as const;

export type AccessScope = (typeof accessScopes)[number];

/** Scopes beyond identity that a client may request. The app's rules make their claims: a client
 *  without an app has none. */
export function accessScopesOf({
  appId,
  allowedScopes,
}: Pick<OidcClient, "appId" | "allowedScopes">): readonly AccessScope[] {
  return appId === null ? [] : allowedScopes;
}

/** A relying party. Confidential ones have a secret or a key; public ones use PKCE alone. */
export interface OidcClient extends ClientMethods {
  id: string;
  clientId: string;
  /** Its name in the tenant's configuration file; unique among the live ones of the environment. */
  key: string;
  name: string;
  type: "confidential" | "public";
  /** App whose access rules decide who may sign in through it; null for no rule. */
  appId: string | null;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri: string | null;
  /** Signs in without consent. */
  firstParty: boolean;
  /** Scopes that it may request beyond identity. */
  allowedScopes: AccessScope[];
  /** Devices without a browser may sign in through it (RFC 8628). */
  deviceAuthorization: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Whether pages of this origin belong to the client: one of its redirect URIs has that origin. An app's own
 *  scheme has none, and neither has a page that sends `null`. */
export function isOriginOf(redirectUris: readonly string[], origin: string): boolean {
  return origin !== "null" && redirectUris.some((uri) => new URL(uri).origin === origin);
}

/** Schemes that can't be an app's own: browsers run or fetch them or show their contents, or mail programs
 *  and telephones open them. */
const OTHERS_SCHEMES = new Set([
  ...[
    "javascript:",
    "vbscript:",
    "data:",
    "blob:",
    "file:",
    "filesystem:",
    "about:",
    "view-source:",
  ],
  ...["http:", "https:", "ws:", "wss:", "ftp:", "ftps:", "sftp:", "ssh:", "chrome:", "resource:"],
  ...["mailto:", "tel:", "sms:", "urn:", "jar:", "cid:", "mid:", "intent:", "ldap:", "ldaps:"],
]);

/** Longest address, in characters. A sign-in that waits stores its redirect URI. */
const MAX_URI = 2048;

/** Reason why this can't be a redirect URI of a client of this type, or null. https for all clients, http on
 *  the loopback interface for development, and an app's own scheme in any format for a public client (RFC
 *  8252 §7): many apps have a scheme without a domain. */
export function redirectUriProblem(value: string, type: OidcClient["type"]): string | null {
  const problem = lengthProblem(value);
  if (problem) return problem;
  // No browser is ever redirected there: the address is meant as a pattern.
  if (value.includes("*"))
    return "would never match: addresses are compared to the letter, and * stands for nothing";
  if (!URL.canParse(value)) return "is not a URL";
  const url = new URL(value);
  if (value.includes("#")) return "must not contain a fragment";
  if (url.username || url.password) return "must not contain credentials";
  if (url.protocol === "https:" || isLoopbackHttp(url)) return null;
  if (url.protocol === "http:") return "must be https, or http on a loopback address";
  if (OTHERS_SCHEMES.has(url.protocol))
    return "must be https, http on a loopback address, or a scheme of the app's own, like cursor: or com.example.app:";
  return type === "public" ? null : "must be https: a scheme of an app's own is for public clients";
}

/** Reason why this can't be a post-logout redirect URI, or null. */
export function postLogoutRedirectUriProblem(value: string): string | null {
  return redirectUriProblem(value, "confidential");
}

/** Reason why this can't receive logout tokens, or null. The address of its name is checked when
 *  a delivery connects.
 *  @param takesLoopback whether http to this machine is allowed (lib/kernel/outbound/network) */
export function backchannelUriProblem(value: string, takesLoopback = false): string | null {
  const own = takesLoopback && URL.canParse(value) && isLoopbackHttp(new URL(value));
  return lengthProblem(value) ?? (own ? null : publicHttpsProblem(value));
}

function lengthProblem(value: string): string | null {
  return value.length > MAX_URI ? `must be at most ${MAX_URI} characters long` : null;
}

/** Whether a browser may be redirected here after a logout. The target must equal a registered one, except
 *  for the port on a loopback address, which may differ at run time (spec, Versioning 4). */
export function postLogoutRedirectAllowed(registered: readonly string[], value: string): boolean {
  if (!URL.canParse(value)) return false;
  const target = new URL(value);
  if (!isLoopbackHttp(target)) return registered.includes(value);
  if (value.includes("#") || target.username || target.password) return false;
  return registered.some((candidate) => {
    if (!URL.canParse(candidate)) return false;
    const known = new URL(candidate);
    return (
      isLoopbackHttp(known) &&
      known.hostname === target.hostname &&
      known.pathname === target.pathname &&
      known.search === target.search
    );
  });
}

/** Whether a redirect URI is exactly one of the client's. A public client's loopback address may have another
 *  port (RFC 8252 §7.3). */
export function redirectUriAllowed(client: OidcClient, value: string): boolean {
  if (client.redirectUris.includes(value)) return true;
  if (client.type !== "public" || !URL.canParse(value)) return false;
  const target = new URL(value);
  if (!isLoopbackHttp(target) || value.includes("#")) return false;
  return client.redirectUris.some((candidate) => {
    if (!URL.canParse(candidate)) return false;
    const known = new URL(candidate);
    known.port = target.port;
    return isLoopbackHttp(known) && known.href === target.href;
  });
}
