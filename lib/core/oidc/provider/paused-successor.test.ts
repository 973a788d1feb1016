import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { POST as userinfoRoute } from "@/app/oauth/userinfo/route";
import { setClock } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOidcClient, type TestOidcClient } from "@/tests/builders/an-oidc-client";
import { Browser, exchangeCode, signIn, tokenRequest } from "@/tests/support/browser";

const LOCK = 4711;
let owner: pg.Client;
let acme: TestEnvironment;
let client: TestOidcClient;
let reset: (() => void) | undefined;

// The INSERT of issued tokens waits while this connection holds the lock.
beforeAll(async () => {
  acme = await aTenant();
  client = await anOidcClient(acme);
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
  await owner.query(`
    CREATE FUNCTION pause_successor() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$;
    CREATE TRIGGER pause_successor BEFORE INSERT ON oidc_payloads FOR EACH ROW
    WHEN (NEW.model IN ('AccessToken', 'RefreshToken')) EXECUTE FUNCTION pause_successor();`);
});
afterEach(async () => {
  reset?.();
  reset = undefined;
  await owner.query("SELECT pg_advisory_unlock_all()");
});
afterAll(() => owner.end());

async function insertIsPaused(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rowCount } = await owner.query(
      "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted",
      [LOCK],
    );
    if (rowCount) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("No INSERT came to wait");
}

async function terminateWaitingBackends(): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("testServer").adminUrl });
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_locks
     WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`,
    [LOCK],
  );
  await admin.end();
}

const refresh = (token = "") =>
  tokenRequest(client, { grant_type: "refresh_token", refresh_token: token });

const userinfo = (token = "") =>
  userinfoRoute(
    new Request(`${config().baseUrl}/oauth/userinfo`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    }),
    { params: Promise.resolve({}) },
  );

/** The two kinds of redemption, each repeatable. */
const redemptions = {
  "a code": async (userId: string) => {
    const signedIn = await signIn(new Browser(), client, userId);
    return () => exchangeCode(client, signedIn);
  },
  "a refresh token": async (userId: string) => {
    const { body } = await exchangeCode(client, await signIn(new Browser(), client, userId));
    return () => refresh(body.refresh_token);
  },
};

test.each(Object.entries(redemptions))(
  "while the successor of %s is being written, no other request gets one, and it lives",
  async (kind, ready) => {
    const redeem = await ready((await aUser(acme)).id);
    await owner.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const first = redeem();
    await insertIsPaused();
    const others = Array.from({ length: 5 }, redeem);
    // A refresh token and its successor are swapped in one statement: parallel requests wait for it, and get
    // successors of their own.
    const early = await Promise.race([Promise.all(others), sleep(300)]);
    await owner.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    if (kind === "a refresh token") expect(early).toBeUndefined();
    const expected = kind === "a code" ? [400, "invalid_grant"] : [200, undefined];
    for (const { status, body } of early ?? (await Promise.all(others)))
      expect([status, body.error]).toEqual(expected);
    const { status, body } = await first;
    expect(status).toBe(200);
    expect((await userinfo(body.access_token)).status).toBe(200);
    expect((await refresh(body.refresh_token)).status).toBe(200);
  },
);

test.each(Object.entries(redemptions))(
  "a late reuse of %s also ends a successor that was still being written",
  async (_, ready) => {
    const redeem = await ready((await aUser(acme)).id);
    await owner.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const first = redeem();
    await insertIsPaused();
    reset = setClock({ now: () => new Date(Date.now() + 11_000) });
    const late = redeem();
    // It is refused at once, or waits for the end of the first.
    await Promise.race([late, sleep(300)]);
    await owner.query("SELECT pg_advisory_unlock($1)", [LOCK]);
    expect((await late).body.error).toBe("invalid_grant");
    const { body } = await first;
    expect((await userinfo(body.access_token)).status).toBe(401);
    expect((await refresh(body.refresh_token)).status).toBe(400);
  },
);

test("a refresh that is interrupted while its successor is written leaves the family its token", async () => {
  const signedIn = await signIn(new Browser(), client, (await aUser(acme)).id);
  const { body } = await exchangeCode(client, signedIn);
  await owner.query("SELECT pg_advisory_lock($1)", [LOCK]);
  const cut = refresh(body.refresh_token);
  await insertIsPaused();
  await terminateWaitingBackends();
  expect((await cut).status).toBeGreaterThanOrEqual(500);
  await owner.query("SELECT pg_advisory_unlock($1)", [LOCK]);
  const again = await refresh(body.refresh_token);
  expect(again.status).toBe(200);
  expect((await refresh(again.body.refresh_token)).status).toBe(200);
});
