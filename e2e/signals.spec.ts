import type { ChildProcess } from "node:child_process";
import { request } from "node:http";
import pg from "pg";
import { aSpanCollector, type SpanCollector } from "@/tests/support/span-collector";
import { freePort } from "@/tools/postgres/free-port";
import { type BuiltFolder, builtFolder, ended } from "./support/built-folder";
import { expect, test } from "./support/test";

// Signals of a production: all processes of dist as the image and the units run them.

test.describe.configure({ mode: "serial", timeout: 240_000 });

/** Values that occur nowhere else in the service's output. */
const typed = {
  password: "wrong-horse-battery-481516",
  email: "perdita.sundial@gone.example",
  cookie: "cookie-of-a-session-2342",
  linkToken: "token-of-a-link-108108",
  bearer: "aop_bearer-of-nobody-151623",
};

let built: BuiltFolder;
let collector: SpanCollector;
let service: ChildProcess;
let metricsPort: number;
let owner: pg.Client;
let text = "";
/** Secrets and ids that the service issued. */
const issuedSecrets: Record<string, string> = {};

test.beforeAll(async () => {
  test.setTimeout(240_000);
  built = await builtFolder();
  collector = await aSpanCollector();
  metricsPort = await freePort();
  built.run("migrate.mjs");
  owner = new pg.Client({ connectionString: built.databaseOwnerUrl });
  await owner.connect();
  service = built.start("start.mjs", {
    ATRIUM_MODE: "production",
    ATRIUM_BASE_URL: "https://id.example",
    ATRIUM_MAIL_FROM: "Atrium <no-reply@id.example>",
    ATRIUM_TRUSTED_PROXIES: "127.0.0.1",
    ATRIUM_ACCESS_LOG: "on",
    ATRIUM_LOG_LEVEL: "info",
    ATRIUM_PROCESSES: "2",
    ATRIUM_DRAIN_SECONDS: "0",
    ATRIUM_METRICS_PORT: String(metricsPort),
    ATRIUM_REVISION: "0123456789abcdef",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER: "always_on",
    OTEL_BSP_SCHEDULE_DELAY: "200",
  });
  for (const stream of [service.stdout, service.stderr])
    stream?.on("data", (chunk) => (text += chunk));
  await expect.poll(() => ask("/readyz").catch(() => 0), { timeout: 60_000 }).toBe(200);
});
test.afterAll(async () => {
  if (service) await ended(service);
  await owner?.end();
  await collector?.stop();
  await built?.stop();
});

interface RequestParts {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request as the proxy in front of the service does. @returns the status */
function ask(
  path: string,
  { method = "GET", headers = {}, body }: RequestParts = {},
): Promise<number> {
  return send(path, { method, headers, body: body ?? "" }).then(({ status }) => status);
}

function send(path: string, { method = "GET", headers = {}, body = "" }: RequestParts) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const outgoing = request({
      host: "127.0.0.1",
      port: new URL(built.baseUrl).port,
      path,
      method,
      headers: {
        host: "id.example",
        connection: "close",
        "x-forwarded-proto": "https",
        "x-forwarded-for": "203.0.113.9",
        ...headers,
      },
    });
    outgoing.once("error", reject);
    outgoing.once("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
    outgoing.end(body);
  });
}

const form = (fields: Record<string, string>): RequestParts => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

/** Each line, parsed: one that is no JSON fails the test. */
function lines(): Record<string, unknown>[] {
  return text
    .split("\n")
    .slice(0, -1)
    .filter(Boolean)
    .map((line) => {
      try {
        return JSON.parse(line);
      } catch {
        throw new Error(`This line is no JSON: ${line}`);
      }
    });
}

const linesOf = (requestId: string) => lines().filter((line) => line.requestId === requestId);

test("secrets pass through every plane", async () => {
  const tenant = JSON.parse(built.run("atrium.mjs", "tenant", "create", "Acme", "--json"));
  const credential = JSON.parse(
    built.run(
      ...(["atrium.mjs", "credential", "create", "--tenant", tenant.id] as const),
      ...["--environment", "production", "--name", "First", "--purpose", "management_automation"],
      ...["--scopes", "roles:read", "--json"],
    ),
  );
  const { token } = JSON.parse(
    built.run("atrium.mjs", "operator", "token", "create", "--name", "Tests", "--json"),
  );
  Object.assign(issuedSecrets, { clientSecret: credential.client_secret, operatorToken: token });
  built.run("atrium.mjs", "operator", "invite", typed.email);
  const client = { grant_type: "client_credentials", client_id: credential.client_id };
  const issued = await send(
    "/oauth/token",
    form({ ...client, client_secret: issuedSecrets.clientSecret ?? "" }),
  );
  expect(issued.status).toBe(200);
  issuedSecrets.accessToken = JSON.parse(issued.body).access_token;
  expect(await ask("/oauth/token", form({ ...client, client_secret: typed.bearer }))).toBe(401);
  const bearer = (value = "") => ({ headers: { authorization: `Bearer ${value}` } });
  expect(await ask("/api/v1/management/roles", bearer(issuedSecrets.accessToken))).toBe(200);
  expect(await ask("/api/v1/operator/tenants", bearer(issuedSecrets.operatorToken))).toBe(200);
  for (const path of ["management/users", "operator/tenants", "audit/events", "session/exchange"])
    expect(await ask(`/api/v1/${path}`, bearer(typed.bearer)), path).toBeGreaterThanOrEqual(400);
  const login = JSON.stringify({ email: typed.email, password: typed.password });
  const json = { "content-type": "application/json", authorization: `Bearer ${typed.bearer}` };
  await ask("/api/v1/auth/login/preflight", { method: "POST", headers: json, body: login });
  await ask(`/set-password?token=${typed.linkToken}`);
  await ask(`/invitation?token=${typed.linkToken}`);
  await ask("/login", form({ email: typed.email, password: typed.password }));
  await ask(`/oauth/authorize?client_id=x&login_hint=${typed.email}&state=${typed.linkToken}`);
  const cookies = ["atrium_dashboard_session", "next-auth.session-token", "atrium_session"];
  const cookie = cookies.map((name) => `${name}=${typed.cookie}`).join("; ");
  for (const path of ["/dashboard", "/api/auth/session", "/account-security", "/login"])
    await ask(path, { headers: { cookie, "x-request-id": "with-a-cookie-1" } });
  // Comes back to the dashboard without having started a sign-in.
  const back = `/api/auth/callback/atrium?code=${typed.linkToken}&state=${typed.cookie}`;
  await ask(back, { headers: { "x-request-id": "back-without-state" } });
  await expect.poll(() => built.mail.received.length, { timeout: 30_000 }).toBeGreaterThan(0);
});

test("a failure of the database is logged with SQLSTATE and the id of the request", async () => {
  await owner.query("ALTER TABLE roles RENAME TO roles_away");
  try {
    const headers = {
      authorization: `Bearer ${issuedSecrets.accessToken}`,
      "x-request-id": "without-a-table-1",
    };
    expect(await ask("/api/v1/management/roles", { headers })).toBeGreaterThanOrEqual(500);
    await expect
      .poll(() => linesOf("without-a-table-1"))
      .toContainEqual(
        expect.objectContaining({ err: expect.objectContaining({ sqlState: "42P01" }) }),
      );
  } finally {
    await owner.query("ALTER TABLE roles_away RENAME TO roles");
  }
});

test("web processes that are replaced write JSON too, and so does the end", async () => {
  const before = lines().length;
  service.kill("SIGHUP");
  await expect
    .poll(() => text, { timeout: 60_000 })
    .toContain("every web process has been exchanged");
  expect(await ask("/healthz")).toBe(200);
  expect(lines().length).toBeGreaterThan(before);
});

test("metrics are there of the web processes and of the worker, with the revision", async () => {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const metrics = await answer.text();
  expect(metrics).toMatch(/^atrium_processes\{process="web"\} 2$/m);
  expect(metrics).toMatch(/^atrium_processes\{process="worker"\} 1$/m);
  expect(metrics).toMatch(
    /^atrium_build_info\{.*revision="0123456789abcdef".*process="worker"\} 1$/m,
  );
  expect(metrics).toMatch(/^atrium_mails_total\{outcome="sent",.*process="worker"\} [1-9]/m);
  expect(metrics).toMatch(
    /^atrium_tokens_total\{grant="client_credentials",outcome="issued",.*\} 1$/m,
  );
});

test("traces reach the collector from the web processes and from the worker", async () => {
  const names = () => collector.spans.map(({ name }) => name).join("\n");
  await expect.poll(names, { timeout: 20_000 }).toMatch(/POST \/oauth\/token/);
  await expect.poll(names, { timeout: 20_000 }).toMatch(/mail/);
});

test("every line is JSON, each request has its line, and nothing that is secret stands in any of it", async () => {
  await ended(service);
  expect(service.exitCode).toBe(0);
  expect(text.endsWith("\n")).toBe(true);
  const all = lines();
  expect(all.every(({ level, time, msg, log }) => level && time && (msg || log))).toBe(true);
  const requests = all.filter(({ log }) => log === "access");
  expect(requests.length).toBeGreaterThan(15);
  for (const { requestId, route, status } of requests)
    expect({ requestId, route, status }).toEqual({
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      route: expect.any(String),
      status: expect.any(Number),
    });
  expect(requests.map(({ route }) => route)).toEqual(
    expect.arrayContaining(["/oauth/token", "/api/v1/management/roles", "/set-password", "pages"]),
  );
  // Text that next-auth prints by console, in its own colours and lines.
  const printed = all.filter(({ msg }) => String(msg).includes("next-auth"));
  expect(printed.map(({ requestId }) => requestId)).toContain("back-without-state");
  const masterKey = built.masterKey;
  const secrets = { ...typed, ...issuedSecrets, masterKey };
  const written = { log: text, traces: collector.raw() };
  for (const [where, what] of Object.entries(written))
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret.length, name).toBeGreaterThan(15);
      expect(what.includes(secret), `${name} in ${where}`).toBe(false);
    }
});
