import { expect, test } from "vitest";
import { GET as health } from "@/app/healthz/route";
import { GET as ready } from "@/app/readyz/route";
import { pool } from "@/lib/db";
import { assertReady } from "@/lib/http/readiness";

const none = { params: Promise.resolve({}) };
const ask = (route: typeof ready) => route(new Request("http://localhost/"), none);

test("a process over a migrated database is healthy and ready", async () => {
  expect((await ask(health)).status).toBe(200);
  expect((await ask(ready)).status).toBe(200);
});

test("a pending migration, or one that can't be read, is not ready", async () => {
  await expect(assertReady(async () => ["1_new"])).rejects.toMatchObject({ reason: "unavailable" });
  await expect(assertReady(() => Promise.reject(new Error("x")))).rejects.toMatchObject({
    reason: "unavailable",
  });
});

test("another role than the application's is not ready", async () => {
  const before = pool.query;
  Reflect.set(pool, "query", async () => ({ rows: [{ role: "atrium_owner", bypasses: true }] }));
  const response = await ask(ready);
  Reflect.set(pool, "query", before);
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(await response.json()).toMatchObject({ status: 503 });
});
