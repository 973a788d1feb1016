import { USER_TOKEN_SECONDS } from "@/lib/core/access/user-token";
import { LOGOUT_TOKEN_SECONDS } from "@/lib/core/backchannel-logout/logout-token";
import { AuthorizationRequest } from "@/lib/core/contract/authorization";
import { MACHINE_TOKEN_SECONDS } from "@/lib/core/credentials/machine-token";
import { dangerousScopes, managementScopes, runtimeScopes } from "@/lib/core/credentials/scopes";
import { DEVICE_CODE_SECONDS } from "@/lib/core/device-codes/device-authorization";
import { lifetimes } from "@/lib/core/oidc/provider/provider-configuration";
import { claimsOfScopes } from "@/lib/core/oidc/provider/scopes-and-claims";
import { atMost } from "@/lib/core/oidc/sign-in/authorize-request";
import { lifetimeSeconds } from "@/lib/core/one-time/one-time-secret";
import { CODE_LIFETIME_SECONDS } from "@/lib/core/one-time-codes/code";
import { table, word } from "./blocks";

/** Returns the tables of docs/PROTOCOL.md that are generated from code, by the names of their marks. */
export function protocolBlocks(): Record<string, string> {
  return {
    "authorize-parameters": authorizeParameters(),
    claims: claims(),
    scopes: scopes(),
    tokens: tokens(),
    lifetimes: everyLifetime(),
    "logout-token": logoutToken(),
  };
}

function authorizeParameters(): string {
  const rows = Object.entries(AuthorizationRequest.shape).map(([name, field]) => {
    const bound = atMost[name] ? ` At most ${atMost[name]} bytes.` : "";
    const meaning = (field.meta()?.description ?? described[name] ?? "").replace(
      / At most .*$/,
      "",
    );
    return [word(name), field.isOptional() ? "" : "yes", `${meaning}${bound}`];
  });
  return table(["Parameter", "Required", "Means"], rows);
}

/** Parameters whose meaning is the standards' own. */
const described: Record<string, string> = {
  client_id: "The relying party (`aoc_…`).",
  redirect_uri: "A registered address, exactly; a loopback address may use any port.",
  response_type: "`code`.",
  response_mode: "`query`, or `form_post`, which answers by a form.",
  code_challenge: "The SHA-256 of the code verifier, base64url.",
  code_challenge_method: "`S256`.",
};

const meanings: Record<string, string> = {
  openid: "Asks for an ID token",
  profile: "Who somebody is",
  email: "Their address, and whether there is evidence for it",
  organizations: "For which organization, and with which role",
  permissions: "What they may do there, and what the organization has bought",
};

function claims(): string {
  const rows = Object.entries(claimsOfScopes()).map(([scope, names]) => [
    word(scope),
    names.map((name) => word(name.replace(/^.*\/claims\//, "…/claims/"))).join(", "),
    meanings[scope] ?? "",
  ]);
  return table(["Scope", "Claims", "For"], rows);
}

function scopes(): string {
  const row = (kind: string) => (scope: (typeof managementScopes | typeof runtimeScopes)[number]) =>
    [word(scope), kind, dangerousScopes.has(scope) ? "yes" : ""] as const;
  return table(
    ["Scope", "Kind", "Dangerous"],
    [...managementScopes.map(row("management")), ...runtimeScopes.map(row("runtime"))],
  );
}

function tokens(): string {
  const own =
    "iss, sub, aud, sid, jti, iat, exp, auth_time, amr, tenant_id, environment, org_id, role, permissions, package, entitlements";
  return table(
    ["Token", "Form", "Lifetime", "For"],
    [
      [
        "machine token",
        "JWT, `EdDSA`, `at+jwt`",
        formatSeconds(MACHINE_TOKEN_SECONDS),
        "this service's API (`aud` `service-management-api`)",
      ],
      [
        "user access token",
        `JWT, \`EdDSA\`, \`at+jwt\`: ${own.split(", ").map(word).join(", ")}`,
        formatSeconds(USER_TOKEN_SECONDS),
        "your backends (`aud` is the app)",
      ],
      [
        "ID token",
        "JWT, `RS256` unless the client chose another",
        formatSeconds(lifetimes.idToken),
        "the relying party (`aud` is its client id)",
      ],
      [
        "access token of a relying party",
        "opaque",
        formatSeconds(lifetimes.accessToken),
        "`/oauth/userinfo`",
      ],
      [
        "refresh token",
        "opaque, works once",
        formatSeconds(lifetimes.refreshToken),
        "the relying party",
      ],
      [
        "logout token",
        "JWT, `RS256`, `logout+jwt`",
        formatSeconds(LOGOUT_TOKEN_SECONDS),
        "the relying party's back channel",
      ],
    ],
  );
}

function everyLifetime(): string {
  return table(
    ["What", "Lives"],
    [
      ["authorization code", formatSeconds(lifetimes.authorizationCode)],
      ["a sign-in that nobody finishes", formatSeconds(lifetimes.interaction)],
      ["one-time grant of a direct sign-in", formatSeconds(lifetimeSeconds.grant)],
      ["codes of a device", formatSeconds(DEVICE_CODE_SECONDS)],
      ["code by email", formatSeconds(CODE_LIFETIME_SECONDS)],
      ["link of an invitation or a welcome", formatSeconds(lifetimeSeconds.invitation)],
      ["link that resets a password", formatSeconds(lifetimeSeconds.password_reset)],
      [
        "link of a created user that the service sends to nobody",
        formatSeconds(lifetimeSeconds.set_password),
      ],
      ["session, without activity", "the policy's `idle_timeout_minutes`"],
      [
        "session, whatever the activity",
        "the policy's `absolute_timeout_minutes`, from the sign-in",
      ],
      ["trusted device", "the policy's `trusted_device_days`"],
      ["fresh proof (step-up)", "the policy's `step_up_max_age_seconds`"],
    ],
  );
}

/** The claims that `logoutToken` adds; a test reads a token. */
export const logoutClaims: Record<string, string> = {
  iss: "this service",
  aud: "your client id",
  sub: "the user",
  sid: "the session, as in the ID token",
  jti: "the notice; the same at every attempt",
  iat: "when this attempt was made",
  exp: `${LOGOUT_TOKEN_SECONDS} seconds later`,
  events: "an object with `http://schemas.openid.net/event/backchannel-logout`",
};

function logoutToken(): string {
  return table(
    ["Claim", "Is"],
    Object.entries(logoutClaims).map(([name, meaning]) => [word(name), meaning]),
  );
}

/** Formats seconds for people. */
function formatSeconds(seconds: number): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const unit = units.find(([, size]) => seconds >= 2 * size && seconds % size === 0);
  const [name, size] = unit ?? (["second", 1] as const);
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
