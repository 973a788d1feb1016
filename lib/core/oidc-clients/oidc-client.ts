import type { ClientMethods } from "@/lib/core/oidc-clients/client-methods";
import { isLoopbackHttp, publicHttpsProblem } from "@/lib/kernel/outbound/public-address";

/** The OpenID Connect scopes whose claims say what a user may do (contract, Claims). Each client is allowed them by
 *  itself. */
export const accessScopes = ["organizations", "permissions"] as const;

export type AccessScope = (typeof accessScopes)[number];

/** The scopes beyond identity that a client may ask for. The app's rules make their claims: a client without an app has
 *  none. */
export function accessScopesOf({
  appId,
  allowedScopes,
}: Pick<OidcClient, "appId" | "allowedScopes">): readonly AccessScope[] {
  return appId === null ? [] : allowedScopes;
}

/** A relying party: confidential ones hold a secret or a key, public ones prove themselves by PKCE alone. */
export interface OidcClient extends ClientMethods {
  id: string;
  clientId: string;
  /** What a file of the tenant's configuration calls it; of those that are live, unique in the environment. */
  key: string;
  name: string;
  type: "confidential" | "public";
  /** The app whose access rules decide who may sign in through it; null asks no rule. */
  appId: string | null;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri: string | null;
  /** Asks no consent. */
  firstParty: boolean;
  /** What it may ask for beyond who somebody is. */
  allowedScopes: AccessScope[];
  /** Devices without a browser may sign in through it (RFC 8628). */
  deviceAuthorization: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** Whether pages of this origin are the client's own: one of its redirect URIs leads there. An app's own scheme has no origin,
 *  which is also what a page of none says of itself. */
export function isOriginOf(redirectUris: readonly string[], origin: string): boolean {
  return origin !== "null" && redirectUris.some((uri) => new URL(uri).origin === origin);
}

/** Schemes that are no app's own: browsers run them, show what is in them or on this machine, or fetch them, and mail programs
 *  and telephones take some. */
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

/** Characters of an address. A sign-in that waits keeps the one it goes back to. */
const MAX_URI = 2048;

/** Why this can't be a redirect URI of a client of this type, or null when it can. https for all, http on
 *  the loopback interface for development, and an app's own scheme for a public client (RFC 8252 §7), whatever its form: many apps
 *  have one without a domain. */
export function redirectUriProblem(value: string, type: OidcClient["type"]): string | null {
  const problem = lengthProblem(value);
  if (problem) return problem;
  // No browser would ever be sent there, and whoever wrote it takes it for a pattern.
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

/** Why this can't be a post-logout redirect URI, or null when it can. */
export function postLogoutRedirectUriProblem(value: string): string | null {
  return redirectUriProblem(value, "confidential");
}

/** Why this can't receive logout tokens, or null. What a name leads to is checked when a delivery connects.
 *  @param takesLoopback whether http to this machine is taken (lib/kernel/outbound/network) */
export function backchannelUriProblem(value: string, takesLoopback = false): string | null {
  const own = takesLoopback && URL.canParse(value) && isLoopbackHttp(new URL(value));
  return lengthProblem(value) ?? (own ? null : publicHttpsProblem(value));
}

function lengthProblem(value: string): string | null {
  return value.length > MAX_URI ? `must be at most ${MAX_URI} characters long` : null;
}

/** Whether a browser may be sent here after a logout. Every target is an exact match of a registered one,
 *  but on a loopback address the port may differ at run time; scheme, host, path and query still match
 *  (spec, Versioning 4). */
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

/** Whether a redirect URI is one of the client's, to the letter. A public client's loopback address may
 *  come with another port (RFC 8252 §7.3). */
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
