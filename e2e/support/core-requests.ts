import type { Sent } from "./wire";

/** Credentials of the seeded tenant. */
export type Known = {
  tenantId: string;
  tenantSecret: string;
  clientId: string;
  clientSecret: string;
  machineToken: string;
  email: string;
  password: string;
};

/** The parts of the OpenAPI description that are needed here. */
type Described = { paths: Record<string, Record<string, unknown>> };

const ABSENT = "01900000-0000-7000-8000-000000000000";
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

/** Requests that every host must answer alike: each described route in each way that is refused, the reads
 *  and tokens that succeed, and the methods and spellings that a router answers by itself. */
export function coreRequests(description: Described, known: Known): Sent[] {
  const paths = Object.keys(description.paths).map((path) => path.replaceAll(/\{\w+\}/g, ABSENT));
  const machine = { authorization: `Bearer ${known.machineToken}` };
  const requests = [
    ...paths.flatMap((path) => anyRoute(path, { ...machine })),
    ...routers(),
    ...oauth(known),
    ...logins(known),
    ...hostedPages(known),
  ];
  return requests.map((sent) => ({
    ...sent,
    headers: { "x-request-id": "both-hosts-1", ...sent.headers },
  }));
}

function anyRoute(path: string, authorized: Record<string, string>): Sent[] {
  const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];
  const change = (body: string, headers = json) =>
    ["POST", "PUT", "PATCH"].map((method) => ({
      method,
      path,
      headers: { ...authorized, ...headers },
      body,
    }));
  return [
    ...methods.map((method) => ({ method, path })),
    ...["GET", "HEAD"].map((method) => ({ method, path, headers: authorized })),
    { path, headers: { authorization: "Bearer nobody" } },
    ...change("{"),
    ...change('{"no_such_field":1}'),
    ...change("{}", { "content-type": "text/plain" }),
    ...change(JSON.stringify({ filler: "x".repeat(70_000) })),
  ];
}

function routers(): Sent[] {
  const paths = ["/api/nothing", "/api/v1/nothing/at/all", "/api/v1/auth/me/"];
  // Next knows no other spelling of a folder's name; the host normalizes a path before it looks it up.
  const spelled = ["/api//v1/auth/me", "/api/v1/management/roles/a%2Fb"];
  const pages = ["/docs/users", "/docs/api.md", "/docs/search?q=token", "/llms.txt", "/docs/none"];
  const open = ["/healthz", "/readyz", "/docs", ...pages];
  const known = ["openid-configuration", "security.txt"].map((name) => `/.well-known/${name}`);
  const described = [...known, "/api/v1/openapi.json", "/oauth/jwks"];
  return [
    ...[...paths, ...spelled, ...open, ...described].flatMap((path) =>
      ["GET", "HEAD", "POST"].map((method) => ({ method, path })),
    ),
    { method: "OPTIONS", path: "/api/nothing" },
    { method: "OPTIONS", path: "/oauth/token", headers: { origin: "https://example.com" } },
    ...["PROPFIND", "TRACE"].flatMap((method) =>
      ["/healthz", "/oauth/token", "/api/v1/auth/me", "/api/auth/csrf", "/login", "/nothing"].map(
        (path) => ({ method, path }),
      ),
    ),
    ...["OPTIONS", "PUT", "DELETE"].map((method) => ({ method, path: "/login" })),
    ...["OPTIONS", "GET", "TRACE"].map((method) => ({ method, path: "*" })),
    ...["OPTIONS", "GET"].map((method) => ({ method, path: "http://elsewhere.example/healthz" })),
    ...["/oauth", "/oauth/nothing", "/oauth/token/nothing", "/nothing"].map((path) => ({
      method: "POST",
      path,
      headers: { "content-type": "multipart/form-data" },
      body: "--none",
    })),
    { path: "/healthz?some=query" },
  ];
}

function hostedPages({ tenantId }: Known): Sent[] {
  const pages = [
    "/",
    "/signed-out",
    "/set-password",
    "/invitation",
    "/onboarding",
    "/nothing-here",
  ];
  const inTenant = ["/account-security", "/forgot-password", "/password-saved", "/signed-out"];
  const gone = "/login?interaction=gone&cookies=tried";
  const paths = [...pages, ...inTenant.map((path) => `${path}?tenant=${tenantId}`), gone];
  const packed = ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0"].flatMap((encoding) =>
    [
      ...inTenant.map((path) => `${path}?tenant=${tenantId}`),
      gone,
      "/docs",
      "/api/v1/openapi.json",
    ].map((path) => ({ path, headers: { "accept-encoding": encoding } })),
  );
  const languages = ["de", "ar-EG, en;q=0.5"].map((tag) => ({ "accept-language": tag }));
  return [
    ...paths.flatMap((path) => ["GET", "HEAD", "OPTIONS"].map((method) => ({ method, path }))),
    ...languages.map((headers) => ({ path: "/signed-out", headers })),
    ...packed,
    { path: "/signed-out?lang=ja" },
    { path: "/set-password?token=a-secret" },
    ...["/login", "/consent", "/organization", "/set-password", "/account-security"].flatMap(
      (path) =>
        [undefined, "https://attacker.example"].map((origin) => ({
          method: "POST",
          path,
          headers: { ...form, ...(origin ? { origin } : {}) },
          body: "password=x",
        })),
    ),
  ];
}

function oauth({ clientId, clientSecret }: Known): Sent[] {
  const post = (body: string, headers: Record<string, string> = form) => ({
    method: "POST",
    path: "/oauth/token",
    headers,
    body,
  });
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  return [
    post(`grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`),
    post("grant_type=client_credentials", { ...form, authorization: `Basic ${basic}` }),
    post(`grant_type=client_credentials&client_id=${clientId}&client_secret=wrong`),
    post(`grant_type=password&client_id=${clientId}&client_secret=${clientSecret}`),
    post("grant_type=client_credentials&grant_type=client_credentials"),
    post("{}", json),
    post(""),
    { path: "/oauth/authorize?client_id=nobody&response_type=code" },
    { path: "/oauth/userinfo", headers: { authorization: "Bearer nobody" } },
  ];
}

function logins({ tenantId, tenantSecret, email, password }: Known): Sent[] {
  const tenant = { "x-tenant-id": tenantId, authorization: `Bearer ${tenantSecret}` };
  const post = (path: string, body: unknown, headers: Record<string, string> = tenant) => ({
    method: "POST",
    path: `/api/v1/auth/${path}`,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
  return [
    post("login/preflight", { email: "nobody@example.com", password }),
    post("login/preflight", { email, password }, { ...tenant, "x-tenant-id": ABSENT }),
    post("session/exchange", { grant: "no-such-grant" }),
    post("session/validate", { session_activity_token: "none" }),
    post("password/forgot", { email: "nobody@example.com" }),
    { path: "/api/v1/auth/me", headers: tenant },
    { path: "/api/v1/auth/me", headers: { ...tenant, "x-session-activity": "none" } },
  ];
}
