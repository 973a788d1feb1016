import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { type Answer, call } from "@/tests/support/call-route";

// A lock on a connection outside of the service, and a read-only database, are failures that a test can
// really cause. The lock timeout is short here, and must be set before the connections are opened.
vi.hoisted(() => {
  process.env.ATRIUM_DATABASE_TIMEOUT_SECONDS = "1";
});

let acme: TestEnvironment;
let client: TestOidcClient;
let user: { id: string; email: string };
let owner: pg.Client;
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
  user = await aUser(acme);
  owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await owner.connect();
});
afterAll(() => owner.end());

/** Runs `work` while another connection locks a table, as a migration or a report does. */
async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
  await owner.query("BEGIN");
  await owner.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  try {
    return await work();
  } finally {
    await owner.query("ROLLBACK");
  }
}

async function preflight(): Promise<Answer> {
  const { POST } = await import("@/app/api/v1/auth/login/preflight/route");
  return call(POST, {
    method: "POST",
    path: "/api/v1/auth/login/preflight",
    token: acme.tenantSecret,
    headers: { "x-tenant-id": acme.publicId },
    body: { email: user.email, password: "some words that are wrong" },
  });
}

function expectUnavailable({ status, headers, body }: Answer): void {
  expect([status, headers.get("content-type")]).toEqual([503, "application/problem+json"]);
  expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(body).toMatchObject({ status: 503, title: "Service Unavailable" });
}

test("a JSON route whose rows are locked is 503 with Retry-After", async () => {
  expectUnavailable(await whileLocked("users", preflight));
  expectUnavailable(await whileLocked("rate_limit_buckets", preflight));
  expect((await preflight()).status).toBe(401);
});

test("the plane reports a failure in the OpenID provider as temporarily_unavailable", async () => {
  const { authorizeUrl, Browser, exchangeCode, pkce, signIn, tokenRequest } = await import(
    "@/tests/support/browser"
  );
  const { GET: authorize } = await import("@/app/oauth/authorize/route");
  const { POST: token } = await import("@/app/oauth/token/route");
  const browser = new Browser();
  const signedIn = await signIn(browser, client, user.id);
  const page = await whileLocked("oidc_payloads", () =>
    browser.go(authorize, authorizeUrl(client, pkce().challenge)),
  );
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toMatch(/^[1-9]/);
  const shown = await page.text();
  expect(shown).toContain("temporarily_unavailable");
  expect(shown).not.toContain("oops");
  const answer = await whileLocked("oidc_payloads", async () =>
    token(
      new Request("http://localhost:3000/oauth/token", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: client.clientId,
          client_secret: client.clientSecret,
          code: signedIn.callback.searchParams.get("code") ?? "",
          redirect_uri: client.redirectUri,
          code_verifier: signedIn.verifier,
        }),
      }),
      { params: Promise.resolve({}) },
    ),
  );
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([
    503,
    expect.stringMatching(/^[1-9]/),
  ]);
  expect(await answer.json()).toMatchObject({ error: "temporarily_unavailable" });
  // Nothing was consumed, so the client can retry.
  const exchanged = await exchangeCode(client, signedIn);
  expect(exchanged.status).toBe(200);
  const refresh = {
    grant_type: "refresh_token",
    refresh_token: exchanged.body.refresh_token ?? "",
  };
  const refused = await whileLocked("oidc_payloads", () => tokenRequest(client, refresh));
  expect([refused.status, refused.body.error]).toEqual([503, "temporarily_unavailable"]);
  expect((await tokenRequest(client, refresh)).status).toBe(200);
});

test("a token whose keys can't be read at the moment is not reported as invalid", async () => {
  const { Browser, exchangeCode, signIn } = await import("@/tests/support/browser");
  const { GET: logout } = await import("@/app/oauth/logout/route");
  const { forgetKeys } = await import("@/lib/core/signing-keys/signing-keys");
  const { body } = await exchangeCode(client, await signIn(new Browser(), client, user.id));
  const hint = new URLSearchParams({ id_token_hint: body.id_token ?? "" });
  const ask = () => new Browser().go(logout, `/oauth/logout?${hint}`);
  const refused = await whileLocked("signing_keys", () => {
    forgetKeys();
    return ask();
  });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([
    503,
    expect.stringMatching(/^[1-9]/),
  ]);
  expect((await ask()).status).toBeLessThan(400);
});

test("a form of a hosted page and one of the dashboard show that the service is busy", async () => {
  const { inPrismaTransaction } = await import("@/lib/kernel/db/prisma-transaction");
  const hosted = await import("@/lib/core/oidc/pages/problem");
  const dashboard = await import("@/app/dashboard/_request/problem-of");
  const failed = await whileLocked("users", () =>
    inPrismaTransaction(acme, ({ prisma }) => prisma.user.count()).catch((error: unknown) => error),
  );
  expect(hosted.problemOf(failed)).toMatchObject({ kind: "unavailable" });
  expect(dashboard.problemOf(failed).problem).toContain("problem.busy");
});

test("a read-only database is not ready, changes are refused with 503, and its connections are dropped when it is writable again", async () => {
  const { GET: ready } = await import("@/app/readyz/route");
  const readiness = async () =>
    ready(new Request("http://localhost/readyz"), { params: Promise.resolve({}) });
  expect((await readiness()).status).toBe(200);
  const admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await admin.connect();
  const database = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const change = async (setting: string) => {
    await admin.query(`ALTER DATABASE ${database} ${setting}`);
  };
  // A degraded server closes its connections, and new ones can only read.
  await change("SET default_transaction_read_only = on");
  await admin.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = 'atrium_web'",
    [database],
  );
  for (let time = 0; time < 3; time++) expectUnavailable(await preflight());
  const not = await readiness();
  expect([not.status, (await not.json()).detail]).toEqual([
    503,
    "Not ready: the database takes no changes.",
  ]);
  // A new primary has the same name: connections to the old one would stay read-only forever.
  await change("RESET default_transaction_read_only");
  await admin.end();
  const until = performance.now() + 10_000;
  while ((await preflight()).status !== 401 || (await readiness()).status !== 200)
    if (performance.now() > until) throw new Error("It did not come back");
});
