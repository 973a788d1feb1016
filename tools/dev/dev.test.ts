import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as oidc from "openid-client";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aDevService, runDev, type TestDevService } from "@/tests/support/dev-service";
import { FormBrowser } from "@/tests/support/form-browser";
import { freePort } from "../postgres/free-port";

const WEEKS = 60 * 24 * 30;
const REDIRECT = "http://localhost:4000/callback";
const ada = { email: "ada@acme.test", password: "wren-harbour-lantern" };
const inside = {
  apps: [{ key: "portal", name: "Portal" }],
  roles: [{ key: "member", name: "Member", permissions: ["read"], apps: ["portal"] }],
  organizations: [{ slug: "first", name: "First" }],
};
const member = { memberships: [{ organization: "first", role: "member" }] };

let folder: string;
let service: TestDevService;
let logoutPort: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "atrium-dev-test-"));
  logoutPort = await freePort();
  const client = { key: "web", redirect_uris: [REDIRECT] };
  service = await aDevService(folder, {
    tenants: [
      {
        ...{ key: "acme", name: "Acme", ...inside },
        security_policy: { idle_timeout_minutes: WEEKS, absolute_timeout_minutes: WEEKS },
        users: [
          { ...ada, ...member },
          { email: "new@acme.test", ...member },
        ],
        credentials: [{ key: "backend" }],
      },
      {
        ...{ key: "plain", name: "Plain", ...inside },
        security_policy: { login_otp: "never", email_otp_beside_factors: true },
        users: [{ ...ada, ...member }],
        credentials: [{ key: "backend" }],
        oidc_clients: [
          { ...client, backchannel_logout_uri: `http://127.0.0.1:${logoutPort}/logout` },
        ],
      },
    ],
  });
}, 180_000);
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await service.dev("POST", "/reset");
}, 30_000);

const tenant = (name: string) => {
  const found = service.about.tenants[name];
  if (!found) throw new Error(`no tenant ${name}`);
  return found;
};
const advance = async (by: string) => {
  const { status, body } = await service.dev("POST", "/clock", { advance: by });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.now as string;
};

/** Calls as the backend of a tenant's product. */
async function asTenant(
  name: string,
  path: string,
  body: unknown,
  more: Record<string, string> = {},
) {
  const { tenant_id, tenant_secret } = tenant(name);
  const response = await fetch(`${service.about.base_url}/api/v1/auth/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${tenant_secret}`,
      "x-tenant-id": tenant_id,
      ...more,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function machineToken(name = "acme") {
  const { client_id, client_secret } = tenant(name).credentials.backend ?? {};
  const response = await fetch(`${service.about.base_url}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return { status: response.status, body: await response.json() };
}

async function asMachine(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.about.base_url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse((await response.text()) || "null") };
}

/** Signs in with a code, and returns the session. */
async function directSession() {
  const { body: preflight } = await asTenant("acme", "login/preflight", ada);
  const code = { email: ada.email, code: service.about.code };
  const challenge = { "x-login-challenge": preflight.challenge.token };
  const { body: passed } = await asTenant("acme", "login/verify-otp", code, challenge);
  const { body: session } = await asTenant("acme", "session/exchange", { grant: passed.grant });
  return session as { session_id: string };
}

const isLive = async ({ session_id }: { session_id: string }) => {
  const { body: machine } = await machineToken();
  const path = "auth/session/validate";
  return (await asMachine(machine.access_token, "POST", path, { session_id })).body;
};

/** Signs in through the hosted pages, and returns the relying party's library with its tokens. */
async function hostedSession() {
  const { client_id, client_secret } = tenant("plain").oidc_clients.web ?? {};
  const issuer = await oidc.discovery(
    new URL(service.about.base_url),
    client_id ?? "",
    client_secret ?? "",
    undefined,
    { execute: [oidc.allowInsecureRequests] },
  );
  const verifier = oidc.randomPKCECodeVerifier();
  const address = oidc.buildAuthorizationUrl(issuer, {
    redirect_uri: REDIRECT,
    scope: "openid email",
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state: "s",
  });
  const browser = new FormBrowser();
  await browser.open(address.href);
  const callback = await browser.submit(ada);
  const redeem = () =>
    oidc.authorizationCodeGrant(issuer, new URL(callback), {
      pkceCodeVerifier: verifier,
      expectedState: "s",
    });
  return { issuer, callback, redeem };
}

describe("the clock", () => {
  test("a session of 30 days ends after 30 days, and a minute before it does not", async () => {
    const session = await directSession();
    await advance("P29DT23H59M");
    expect(await isLive(session)).toMatchObject({ valid: true });
    await advance("PT2M");
    expect(await isLive(session)).toMatchObject({ valid: false, reason: "expired" });
  });

  test("a code is good for ten minutes", async () => {
    const enter = async (after: string) => {
      const { body: preflight } = await asTenant("acme", "login/preflight", ada);
      await advance(after);
      const challenge = { "x-login-challenge": preflight.challenge.token };
      const code = { email: ada.email, code: service.about.code };
      return (await asTenant("acme", "login/verify-otp", code, challenge)).status;
    };
    expect(await enter("PT9M50S")).toBe(200);
    expect(await enter("PT10M1S")).toBe(401);
  });

  test("a machine's token ends after its fifteen minutes", async () => {
    const { body } = await machineToken();
    const list = () => asMachine(body.access_token, "GET", "management/users");
    expect((await list()).status).toBe(200);
    await advance("PT15M1S");
    expect((await list()).status).toBe(401);
  });

  test("the provider follows the clock: an access token ends at userinfo, a refresh token rotates, an old one is refused", async () => {
    const { issuer, redeem } = await hostedSession();
    const tokens = await redeem();
    const sub = tokens.claims()?.sub ?? "";
    const info = (token: string) => oidc.fetchUserInfo(issuer, token, sub);
    expect((await info(tokens.access_token)).email).toBe(ada.email);
    // The provider allows for clocks that differ by fifteen seconds.
    await advance(`PT${(tokens.expires_in ?? 0) + 16}S`);
    await expect(info(tokens.access_token)).rejects.toMatchObject({ status: 401 });
    const next = await oidc.refreshTokenGrant(issuer, tokens.refresh_token ?? "");
    expect((await info(next.access_token)).email).toBe(ada.email);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    await advance("PT5M");
    const old = oidc.refreshTokenGrant(issuer, tokens.refresh_token ?? "");
    await expect(old).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("an authorization code that waits too long is refused", async () => {
    const { redeem } = await hostedSession();
    await advance("PT11M");
    await expect(redeem()).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("an invitation is good for a week", async () => {
    const { body } = await machineToken();
    const email = "invited@acme.test";
    const invited = { email, send_invitation: true };
    const made = await asMachine(body.access_token, "POST", "management/users", invited);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { body: mail } = await service.dev("GET", `/mailbox?to=${email}&wait=20`);
    const link = /https?:\/\/\S+token=[\w-]+/.exec(mail.messages[0].text)?.[0] ?? "";
    const heading = async () => {
      const browser = new FormBrowser();
      await browser.open(link);
      return browser.heading;
    };
    const open = await heading();
    await advance("P6DT23H");
    expect(await heading()).toBe(open);
    await advance("PT2H");
    expect(await heading()).not.toBe(open);
  });

  test("sweeps run with the clock: expired rows are deleted, and each moment has its partition", async () => {
    await asTenant("acme", "login/preflight", ada);
    await service.dev("GET", "/mailbox?to=ada@acme.test&wait=20");
    await advance("P400D");
    expect((await service.dev("GET", "/mailbox")).body.messages).toEqual([]);
    await directSession();
    const { rows } = await inDatabase("SELECT parent, rows FROM atrium_rows_without_partition()");
    expect(rows.filter(({ parent }) => parent === "sessions")).toEqual([
      { parent: "sessions", rows: 0 },
    ]);
  });

  test("PostgreSQL has no other time: neither in statements, defaults, functions, policies nor ids", async () => {
    const now = new Date(await advance("P90D")).getTime();
    const times = await inDatabase(`
      SELECT extract(epoch FROM now())::float8 AS a, extract(epoch FROM clock_timestamp())::float8 AS b,
        extract(epoch FROM statement_timestamp())::float8 AS c, extract(epoch FROM transaction_timestamp())::float8 AS d,
        extract(epoch FROM pgboss.job_now())::float8 AS e,
        extract(epoch FROM atrium_moment_of(uuidv7()))::float8 AS f`);
    for (const [name, seconds] of Object.entries(times.rows[0] ?? {}))
      expect(Math.abs(Number(seconds) * 1000 - now), name).toBeLessThan(30_000);
    const grammar = "CURRENT_(TIMESTAMP|TIME|DATE)|LOCALTIME|timeofday|''now''";
    const { rows } = await inDatabase(`
      SELECT 'default of ' || adrelid::regclass AS place FROM pg_attrdef WHERE pg_get_expr(adbin, adrelid) ~* '${grammar}'
      UNION ALL SELECT 'function ' || proname FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
        AND COALESCE(pg_get_function_sqlbody(oid), prosrc) ~* '${grammar}'
      UNION ALL SELECT 'policy ' || policyname FROM pg_policies WHERE concat(qual, with_check) ~* '${grammar}'
      UNION ALL SELECT 'view ' || viewname FROM pg_views WHERE schemaname = 'public' AND definition ~* '${grammar}'`);
    expect(rows).toEqual([]);
    expect((await fetch(`${service.about.base_url}/readyz`)).status).toBe(200);
  });

  test.each([
    [{ advance: "30 days" }, "advance"],
    [{ advance: "P" }, "advance"],
    [{ advance: "P999Y" }, "advance"],
    [{ to: "2020-01-01T00:00:00Z" }, "forward"],
    [{}, ""],
  ])("%j is refused, and nothing moves", async (body, word) => {
    const before = (await service.dev("GET", "/clock")).body.now;
    const refused = await service.dev("POST", "/clock", body);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain(word);
    const after = (await service.dev("GET", "/clock")).body.now;
    expect(Date.parse(after) - Date.parse(before)).toBeLessThan(60_000);
  });
});

describe("the data", () => {
  const names = async () => {
    const { body } = await machineToken();
    const { users } = (await asMachine(body.access_token, "GET", "management/users")).body;
    return users.map((user: { email: string }) => user.email).sort();
  };
  const add = async (email: string) => {
    const { body } = await machineToken();
    expect((await asMachine(body.access_token, "POST", "management/users", { email })).status).toBe(
      201,
    );
  };

  test("a snapshot restores data and clock any number of times; reset goes back to the start", async () => {
    const start = await names();
    await add("one@acme.test");
    await advance("P10D");
    const snapshotTime = (await service.dev("GET", "/clock")).body.now;
    expect((await service.dev("POST", "/snapshots", { name: "one" })).status).toBe(200);
    for (const another of ["two@acme.test", "three@acme.test"]) {
      await add(another);
      await advance("P100D");
      expect((await service.dev("POST", "/restore", { name: "one" })).status).toBe(200);
      expect(await names()).toEqual([...start, "one@acme.test"].sort());
      const { now } = (await service.dev("GET", "/clock")).body;
      expect(Math.abs(Date.parse(now) - Date.parse(snapshotTime))).toBeLessThan(60_000);
    }
    await service.dev("POST", "/reset");
    expect(await names()).toEqual(start);
    const { now } = (await service.dev("GET", "/clock")).body;
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    // Ids follow the clock back, or they would lie beyond the partitions.
    await directSession();
    const { rows } = await inDatabase(
      "SELECT max(atrium_moment_of(id)) <= now() AS past FROM sessions",
    );
    expect(rows).toEqual([{ past: true }]);
  });

  test("an unknown snapshot is reported by its name, and an invalid name is refused", async () => {
    const { status, body } = await service.dev("POST", "/restore", { name: "nothing" });
    expect([status, body.detail]).toEqual([404, 'name: there is no snapshot "nothing".']);
    expect((await service.dev("POST", "/snapshots", { name: "a; DROP" })).status).toBe(400);
  });

  test("requests during the exchange of the data wait, and see the old or the new data", async () => {
    const earlier = Array.from({ length: 20 }, () => machineToken());
    await service.dev("POST", "/reset");
    const more = Array.from({ length: 20 }, () => machineToken());
    for (const { status } of await Promise.all([...earlier, ...more])) expect(status).toBe(200);
  });

  test("the same fixtures have the same ids and secrets, wherever they are loaded", async () => {
    const other = mkdtempSync(join(tmpdir(), "atrium-dev-test-"));
    const fixtures = JSON.parse(readFileSync(join(folder, "fixtures.json"), "utf8"));
    // Another file, whose base is made anew.
    const more = { key: "more", name: "More" };
    const again = await aDevService(other, { tenants: [...fixtures.tenants, more] });
    try {
      expect(again.about.tenants).toMatchObject(service.about.tenants);
    } finally {
      await again.stop();
      rmSync(other, { recursive: true, force: true });
    }
  }, 120_000);
});

describe("mail", () => {
  test("a message is awaited, found by its address, and deleted; every address under .test has a fixed code", async () => {
    const waiting = service.dev("GET", "/mailbox?to=ADA@acme.test&template=login_code&wait=20");
    await asTenant("acme", "login/preflight", ada);
    const { messages } = (await waiting).body;
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ to: ada.email, template: "login_code" });
    expect(messages[0].text).toContain(service.about.code);
    expect((await service.dev("GET", "/mailbox?to=grace@acme.test")).body.messages).toEqual([]);
    expect((await service.dev("DELETE", "/mailbox?to=grace@acme.test")).body).toEqual({
      deleted: 0,
    });
    expect((await service.dev("DELETE", `/mailbox?to=${ada.email}`)).body).toEqual({ deleted: 1 });
    expect((await service.dev("GET", "/mailbox")).body.messages).toEqual([]);
  });

  test("a wait lasts a minute at most, and the query is validated", async () => {
    expect((await service.dev("GET", "/mailbox?wait=61")).status).toBe(400);
    expect((await service.dev("GET", "/mailbox?form=a@b.test")).status).toBe(400);
  });
});

describe("faults", () => {
  test("the next calls of a route answer 503, as often as requested, and no other route's", async () => {
    const fault = { route: "GET /api/v1/management/users/{id}", times: 2, retry_after_seconds: 7 };
    expect((await service.dev("POST", "/faults", fault)).body.faults).toEqual([fault]);
    const { body } = await machineToken();
    const { id } = tenant("acme").users[ada.email] ?? {};
    const one = () => asMachine(body.access_token, "GET", `management/users/${id}`);
    expect((await asMachine(body.access_token, "GET", "management/users")).status).toBe(200);
    expect((await one()).status).toBe(503);
    const { status, body: problem } = await one();
    expect([status, problem.title]).toEqual([503, "Service Unavailable"]);
    expect((await one()).status).toBe(200);
    expect((await service.dev("GET", "/faults")).body.faults).toEqual([]);
  });

  test("OAuth routes fail in the form of OAuth, and faults can be withdrawn", async () => {
    await service.dev("POST", "/faults", { route: "POST /oauth/token", times: 5 });
    expect(await machineToken()).toMatchObject({
      status: 503,
      body: { error: "temporarily_unavailable" },
    });
    await service.dev("DELETE", "/faults");
    expect((await machineToken()).status).toBe(200);
  });

  test("a mail that fails is retried once its time has come", async () => {
    await service.dev("POST", "/faults", { delivery: "mail" });
    await asTenant("acme", "login/preflight", ada);
    const failed = async () => (await service.dev("GET", "/faults")).body.faults;
    await expect.poll(failed, { timeout: 20_000 }).toEqual([]);
    expect((await service.dev("GET", "/mailbox?wait=1")).body.messages).toEqual([]);
    await advance("PT1M");
    const { messages } = (await service.dev("GET", "/mailbox?wait=20")).body;
    expect(messages).toHaveLength(1);
  }, 60_000);

  test("a product on this machine receives a logout over http, and again after one that failed", async () => {
    const heard: string[] = [];
    const product = createServer(async (request, response) => {
      for await (const chunk of request) heard.push(String(chunk));
      response.end();
    }).listen(logoutPort, "127.0.0.1");
    await once(product, "listening");
    try {
      await service.dev("POST", "/faults", { delivery: "logout" });
      const { redeem } = await hostedSession();
      await redeem();
      const { body } = await machineToken("plain");
      const { id } = tenant("plain").users[ada.email] ?? {};
      expect((await asMachine(body.access_token, "DELETE", `management/users/${id}`)).status).toBe(
        204,
      );
      const waiting = async () => (await service.dev("GET", "/faults")).body.faults;
      await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
      expect(heard).toEqual([]);
      await advance("PT10M");
      await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(1);
      expect(heard[0]).toMatch(/^logout_token=eyJ/);
    } finally {
      product.close();
    }
  }, 60_000);

  test.each([{}, { route: "/oauth/token" }, { route: "POST /x", times: 0 }, { delivery: "fax" }])(
    "%j is refused",
    async (body) => {
      expect((await service.dev("POST", "/faults", body)).status).toBe(400);
    },
  );
});

describe("access", () => {
  test("a page of another origin, or a name that points here by DNS rebinding, gets nothing", async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${service.about.base_url}/dev/clock`, { headers });
    expect((await ask({})).status).toBe(200);
    expect((await ask({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    const { port } = new URL(service.about.base_url);
    expect(await statusUnder(Number(port), "evil.example")).toBe(403);
  });

  test("the addresses are on standard output, at /dev, and in a file that only this account reads", async () => {
    const file = join(folder, "dev.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(service.about);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await service.dev("GET", "")).body).toEqual(service.about);
  });
});

/** Script of a root user on a machine without other accounts. */
const NO_ACCOUNTS = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const { readFileSync } = fs;
fs.readFileSync = (file, ...rest) => (file === "/etc/passwd" ? "" : readFileSync(file, ...rest));
process.getuid = () => 0;
syncBuiltinESMExports();
`;

describe("a start that is refused", () => {
  test("nothing starts beside a production's settings", async () => {
    const { code, said } = await runDev([], { ATRIUM_MODE: "production" });
    expect(code).toBe(1);
    expect(said).toContain("ATRIUM_MODE is production");
  });

  test.each([
    [["--port", "http"], "--port http"],
    [["--prot", "1"], "--prot"],
    [["--fixtures", "/nowhere.json"], "/nowhere.json"],
  ])("%j is reported unchanged", async (args, word) => {
    const { code, said } = await runDev(args);
    expect(code).toBe(1);
    expect(said).toContain(word);
  });

  test.each([[["--seed", "none"]], [[]]])(
    "a machine that can't run PostgreSQL is reported in a sentence, with %j",
    async (args) => {
      const { code, said } = await runDev(args, {
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_ACCOUNTS)}`,
      });
      expect(code).toBe(1);
      expect(said).toContain("there is no account postgres or nobody");
      expect(said).not.toMatch(/^ +at /m);
    },
  );

  test("the schema of a file of fixtures is printed for editors", async () => {
    const { code, said } = await runDev(["--schema"]);
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ properties: { tenants: { type: "array" } } });
  });
});

test("when it ends, its address file is gone, and its database with it", async () => {
  const other = mkdtempSync(join(tmpdir(), "atrium-dev-test-"));
  const started = await aDevService(other);
  const { rows } = await inDatabase("SHOW data_directory", started);
  const data = String(rows[0]?.data_directory);
  expect(existsSync(data)).toBe(true);
  await started.stop();
  expect(existsSync(join(other, "dev.json"))).toBe(false);
  expect(existsSync(data)).toBe(false);
  rmSync(other, { recursive: true });
}, 120_000);

/** Returns the status under another Host header, which fetch does not allow. */
async function statusUnder(port: number, host: string): Promise<number | undefined> {
  const sent = request({ port, host: "localhost", path: "/dev/clock", headers: { host } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** Queries the service's database. */
async function inDatabase(text: string, { about } = service) {
  const client = new pg.Client({ connectionString: about.database_url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(text);
  } finally {
    await client.end();
  }
}
