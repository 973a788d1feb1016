import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { GET as health } from "@/app/healthz/route";
import { GET as ready } from "@/app/readyz/route";
import { assertReady } from "@/lib/core/http/readiness";
import { forgetKeys } from "@/lib/core/signing-keys/signing-keys";
import { FIRST_DATA_KEY, takeDataKeys } from "@/lib/kernel/crypto/keyring";
import { openDataKeys } from "@/lib/kernel/data-keys/open-data-keys";
import { connections } from "@/lib/kernel/db/connections";
import { withWrongClock } from "@/tests/support/wrong-clock";

const none = { params: Promise.resolve({}) };
const ask = (route: typeof ready) => route(new Request("http://localhost/"), none);

test("a process over a migrated database is healthy and ready", async () => {
  expect((await ask(health)).status).toBe(200);
  expect((await ask(ready)).status).toBe(200);
});

test("a pending migration, or one that can't be read, is not ready", async () => {
  await expect(assertReady(async () => "1 migrations are pending")).rejects.toMatchObject({
    reason: "unavailable",
  });
  await expect(assertReady(() => Promise.reject(new Error("x")))).rejects.toMatchObject({
    reason: "unavailable",
  });
});

test("another role than the application's is not ready", async () => {
  Reflect.set(connections, "send", async () => [
    { rows: [{ role: "atrium_owner", bypasses: true }], count: 1 },
  ]);
  const response = await ask(ready);
  Reflect.deleteProperty(connections, "send");
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = await response.json();
  expect(problem).toMatchObject({ status: 503 });
  expect(problem.detail).toContain("role");
});

test("a data key that opens no signing key is not ready, and ready again with the right one", async () => {
  takeDataKeys([{ id: FIRST_DATA_KEY, key: randomBytes(32), seals: true }]);
  forgetKeys();
  const response = await ask(ready);
  await openDataKeys();
  forgetKeys();
  expect(response.status).toBe(503);
  expect((await response.json()).detail).toContain("signing keys");
  expect((await ask(ready)).status).toBe(200);
});

test("a database that does not answer is not ready, and the process is healthy all the same", async () => {
  Reflect.set(connections, "send", () => Promise.reject(new Error("connect ECONNREFUSED")));
  const response = await ask(ready);
  const alive = await ask(health);
  Reflect.deleteProperty(connections, "send");
  expect([response.status, alive.status]).toEqual([503, 200]);
  expect(await response.text()).not.toContain("ECONNREFUSED");
});

test.each([
  [60_000, "60 seconds ahead of"],
  [-60_000, "60 seconds behind"],
])("a machine whose clock is wrong by %i ms is not ready, and says so", async (wrongBy, words) => {
  const response = await withWrongClock(wrongBy, async () => ask(ready));
  expect(response.status).toBe(503);
  expect((await response.json()).detail).toContain(`this machine's clock is ${words} PostgreSQL's`);
  expect((await withWrongClock(2_000, async () => ask(ready))).status).toBe(200);
});
