import { availableParallelism } from "node:os";
import { beforeAll, describe, expect, test } from "vitest";
import { platformBrakes } from "@/lib/core/login/login-brake";
import { takeLoginLeases } from "@/lib/core/login/login-leases";
import { verifyPassword } from "@/lib/core/passwords/password-hash";
import { noRequest } from "@/lib/kernel/caller";
import { now, secondsAfter } from "@/lib/kernel/clock";
import { inBatch } from "@/lib/kernel/db/batch";
import { connections } from "@/lib/kernel/db/connections";
import { LEASE_SECONDS } from "@/lib/kernel/rate-limits/failure-leases";
import { aPolicy } from "@/tests/builders/a-policy";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { A_PASSWORD, aUser } from "@/tests/builders/a-user";
import { atMoment } from "@/tests/support/at-moment";
import { eventsOf } from "@/tests/support/audit-events";
import { callPreflight, callVerifyOtp, comparable } from "@/tests/support/call-login";
import type { Answer } from "@/tests/support/call-route";

const WRONG = "not it at all";

let acme: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  await aPolicy(acme, { loginOtp: "never" });
});

async function fail(
  times: number,
  email: string,
  headers: Record<string, string> = {},
  environment = acme,
): Promise<Answer[]> {
  const answers = [];
  for (let attempt = 0; attempt < times; attempt++)
    answers.push(await callPreflight(environment, { email, password: WRONG }, headers));
  return answers;
}

const login = (email: string, headers?: Record<string, string>, environment = acme) =>
  callPreflight(environment, { email, password: A_PASSWORD }, headers);

describe("the account brake", () => {
  test("refuses the fifth failure as a failure and locks from the next attempt on", async () => {
    const { email } = await aUser(acme);
    const answers = await fail(5, email);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const locked = await login(email);
    expect(locked.status).toBe(429);
    expect(locked.body).toMatchObject({ status: 429, code: "login_temporarily_locked" });
    const seconds = Number(locked.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  test("records each failure, and the lock once", async () => {
    const user = await aUser(acme);
    await fail(7, user.email);
    expect(await eventsOf(acme, user.id)).toEqual([
      ...Array.from({ length: 5 }, () => "login.failed"),
      "login.locked",
    ]);
  });

  test("locks an unknown address in the same way", async () => {
    const { email } = await aUser(acme);
    await fail(5, email);
    await fail(5, "ghost@example.com");
    const [known, unknown] = [
      comparable(await login(email)),
      comparable(await login("ghost@example.com")),
    ];
    for (const answer of [known, unknown]) answer.headers["retry-after"] = "about 900";
    expect(unknown).toEqual(known);
  });

  test("is one for every spelling of the address, and another for each environment", async () => {
    const elsewhere = await aTenant();
    const { email } = await aUser(acme);
    await aUser(elsewhere, { email });
    await fail(3, email);
    await fail(2, ` ${email.toUpperCase()} `);
    expect((await login(email)).status).toBe(429);
    expect((await login(email, {}, elsewhere)).status).toBe(200);
  });

  test("releases the lease of a right password: signing in often locks no user out", async () => {
    const { email } = await aUser(acme);
    for (let attempt = 0; attempt < 7; attempt++) expect((await login(email)).status).toBe(200);
  });

  test("makes right sign-ins wait for each other, in any number in parallel, and refuses none", async () => {
    const { email } = await aUser(acme);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  test("locks no user out for longer than a lease when a process died while it verified", async () => {
    const { email } = await aUser(acme);
    const key = { emailKey: email, deviceId: null };
    const brakes = platformBrakes(acme, noRequest, key);
    for (let lease = 0; lease < 5; lease++)
      await inBatch(acme, (db) => takeLoginLeases(db, brakes));
    await atMoment(secondsAfter(now(), LEASE_SECONDS + 1), async () =>
      expect((await login(email)).status).toBe(200),
    );
  });

  test("does not forget failures because the owner signed in between", async () => {
    const { email } = await aUser(acme);
    await fail(4, email);
    expect((await login(email)).status).toBe(200);
    await fail(1, email);
    expect((await login(email)).status).toBe(429);
  });

  test("does not count refused attempts: the lock ends at the announced time", async () => {
    const { email } = await aUser(acme);
    await fail(5, email);
    const first = Number((await login(email)).headers.get("retry-after"));
    await fail(10, email);
    expect(Number((await login(email)).headers.get("retry-after"))).toBeLessThanOrEqual(first);
    await connections.query("UPDATE rate_limit_buckets SET expire = 0 WHERE key LIKE 'login:%'");
    expect((await login(email)).status).toBe(200);
  });

  test("stores no address: its keys are keyed hashes", async () => {
    await fail(1, "somebody-else@example.com");
    const { rows } = await connections.query("SELECT key FROM rate_limit_buckets");
    expect(JSON.stringify(rows)).not.toContain("example.com");
  });

  test("lets fifty parallel guesses verify no more than five", async () => {
    const { email } = await aUser(acme);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => callPreflight(acme, { email, password: WRONG })),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
  });
});

describe("the network brake", () => {
  test("counts one address's failures over all accounts, and leaves other networks alone", async () => {
    const { email } = await aUser(acme);
    const here = { "x-end-user-ip": "203.0.113.50" };
    for (let account = 0; account < 50; account++)
      expect((await fail(1, `spray-${account}@example.com`, here))[0]?.status).toBe(401);
    const locked = await login(email, here);
    expect(locked.body).toMatchObject({ code: "login_temporarily_locked" });
    expect((await login(email, { "x-end-user-ip": "203.0.113.51" })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  }, 60_000);
});

describe("the network brake over IPv6", () => {
  test("counts a client that changes its /64 in the /56 and the /48 as well", () => {
    const subject = { emailKey: "nobody@example.com", deviceId: null };
    const brakesAt = (ipAddress: string) =>
      platformBrakes(acme, { ...noRequest, ipAddress }, subject).filter(
        ({ kind }) => kind === "network",
      );
    const here = brakesAt("2001:db8:1:2f3::9");
    expect(here.map(({ budget }) => budget.points)).toEqual([50, 200, 800]);
    const shared = (ipAddress: string) =>
      brakesAt(ipAddress).map(({ key }, at) => key === here[at]?.key);
    expect(shared("2001:db8:1:2f3::a")).toEqual([true, true, true]);
    expect(shared("2001:db8:1:2f4::9")).toEqual([false, true, true]);
    expect(shared("2001:db8:1:3f3::9")).toEqual([false, false, true]);
    expect(shared("2001:db8:2:2f3::9")).toEqual([false, false, false]);
    expect(brakesAt("203.0.113.7")).toHaveLength(1);
  });
});

describe("the tenant's own lockout", () => {
  test("locks earlier and longer when the tenant configures it", async () => {
    const strict = await aTenant();
    await aPolicy(strict, {
      lockoutThreshold: 2,
      lockoutWindowMinutes: 60,
      lockoutDurationMinutes: 120,
    });
    const { email } = await aUser(strict);
    await fail(2, email, {}, strict);
    const locked = await login(email, {}, strict);
    expect(locked.body).toMatchObject({ code: "login_temporarily_locked" });
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(7100);
  });

  test("is never looser than the platform's brake", async () => {
    const lax = await aTenant();
    await aPolicy(lax, {
      lockoutThreshold: 100,
      lockoutWindowMinutes: 1,
      lockoutDurationMinutes: 1,
    });
    const { email } = await aUser(lax);
    await fail(5, email, {}, lax);
    expect((await login(email, {}, lax)).status).toBe(429);
  });
});

test("wrong codes count for the login brake too", async () => {
  const strict = await aTenant();
  const { email } = await aUser(strict);
  for (let attempt = 0; attempt < 5; attempt++)
    expect((await callVerifyOtp(strict, { email, code: "000000" })).status).toBe(401);
  expect((await callVerifyOtp(strict, { email, code: "000000" })).status).toBe(429);
  expect((await login(email, {}, strict)).status).toBe(429);
});

test("a machine that is too busy to verify a password counts no failure", async () => {
  const { email } = await aUser(acme);
  let busy = true;
  const keepBusy = async () => {
    while (busy) {
      await verifyPassword(acme, null, WRONG).catch(() => {});
      await new Promise(setImmediate);
    }
  };
  const lanes = Array.from({ length: availableParallelism() + 64 + 100 }, keepBusy);
  const turnedAway: Answer[] = [];
  while (turnedAway.length < 6) {
    const answer = await login(email);
    if (answer.status !== 200) turnedAway.push(answer);
  }
  busy = false;
  await Promise.all(lanes);
  for (const { status, body, headers } of turnedAway) {
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: "service_overloaded" });
    expect(headers.get("retry-after")).toBe("2");
  }
  const answers = await fail(4, email);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect((await login(email)).status).toBe(200);
});
