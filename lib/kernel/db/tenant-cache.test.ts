import pg from "pg";
import { beforeAll, expect, inject, test } from "vitest";
import { config } from "@/lib/kernel/config/config";
import { changeFeed } from "@/lib/kernel/db/change-feed";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { CACHED_SECONDS, TenantCache } from "@/lib/kernel/db/tenant-cache";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

interface Value {
  tenantId: string;
  read: number;
}

/** A cached value, with the number of its reads. */
function counted() {
  const cache = new TenantCache<Value>("test", 100);
  let reads = 0;
  const get = (tenantId: string, good = () => true) =>
    cache.get(`of ${tenantId}`, good, async () => {
      reads += 1;
      return { tenantId, value: { tenantId, read: reads } };
    });
  return { get, reads: () => reads };
}

const until = async (holds: () => unknown, seconds: number) => {
  const end = performance.now() + seconds * 1000;
  while (!(await holds()) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 5));
  return Boolean(await holds());
};

/** Runs a statement as another process would: on a connection that this process does not know. */
async function elsewhere(text: string, values: unknown[] = [], url = config().databaseOwnerUrl) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}

/** Waits until all notifications sent before have been received. */
async function allHeard(): Promise<void> {
  const mark = crypto.randomUUID();
  let heard = false;
  changeFeed.subscribe((tenantId) => {
    heard ||= tenantId === mark;
  });
  await elsewhere("SELECT pg_notify('atrium_changed', $1)", [mark]);
  expect(await until(() => heard, 5)).toBe(true);
}

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
  await counted().get(acme.tenantId);
  expect(await until(() => changeFeed.isConnected, 5)).toBe(true);
});

test("a cached value is not read again", async () => {
  const { get, reads } = counted();
  for (let time = 0; time < 5; time++) expect(await get(acme.tenantId)).toMatchObject({ read: 1 });
  expect(reads()).toBe(1);
});

test("simultaneous requests share one read", async () => {
  const { get, reads } = counted();
  await Promise.all(Array.from({ length: 20 }, () => get(acme.tenantId)));
  expect(reads()).toBe(1);
});

test("a copy that is not good enough is read again", async () => {
  const { get, reads } = counted();
  await get(acme.tenantId);
  await get(acme.tenantId, () => false);
  expect(reads()).toBe(2);
});

test("a miss is never cached", async () => {
  const cache = new TenantCache<Value>("test", 10);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return null;
  };
  const get = () => cache.get("nobody", () => true, read);
  await get();
  await get();
  expect(reads).toBe(2);
});

test("a change by this process takes effect with the next request", async () => {
  const { get, reads } = counted();
  const globex = await aTenant();
  await allHeard();
  await get(acme.tenantId);
  await get(globex.tenantId);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.tenantSecret.updateMany({ data: { revokedAt: new Date() } }),
  );
  await get(acme.tenantId);
  await get(globex.tenantId);
  expect(reads()).toBe(3);
});

test("a read during a change is not cached", async () => {
  const cache = new TenantCache<Value>("test", 10);
  const held = Promise.withResolvers<void>();
  const reading = cache.get(
    "x",
    () => true,
    async () => {
      await held.promise;
      return { tenantId: acme.tenantId, value: { tenantId: acme.tenantId, read: 1 } };
    },
  );
  changeFeed.publish(acme.tenantId);
  held.resolve();
  await reading;
  const again = await cache.get(
    "x",
    () => true,
    async () => ({
      tenantId: acme.tenantId,
      value: { tenantId: acme.tenantId, read: 2 },
    }),
  );
  expect(again).toMatchObject({ read: 2 });
});

const watched: [table: string, change: string][] = [
  ["tenants", "UPDATE tenants SET name = name || '.' WHERE id = $1"],
  ["environments", "UPDATE environments SET name = name || '.' WHERE tenant_id = $1"],
  ["tenant_secrets", "UPDATE tenant_secrets SET revoked_at = now() WHERE tenant_id = $1"],
  ["credentials", "UPDATE credentials SET revoked_at = now() WHERE tenant_id = $1"],
  ["credential_secrets", "UPDATE credential_secrets SET revoked_at = now() WHERE tenant_id = $1"],
];

test.each(watched)(
  "a change of %s by another process is received well within the bound",
  async (_, change) => {
    const own = await aTenant();
    const { get } = counted();
    const first = await get(own.tenantId);
    await elsewhere(change, [own.tenantId]);
    const startedAt = performance.now();
    expect(await until(async () => (await get(own.tenantId)) !== first, CACHED_SECONDS)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(CACHED_SECONDS * 1000);
  },
);

test("an update of the last use sends no notification", async () => {
  const { get, reads } = counted();
  await get(acme.tenantId);
  await elsewhere("UPDATE credentials SET last_used_at = now() WHERE tenant_id = $1", [
    acme.tenantId,
  ]);
  await allHeard();
  await get(acme.tenantId);
  expect(reads()).toBe(1);
});

test("nothing is cached while no notifications arrive, and listening resumes by itself", async () => {
  const { get, reads } = counted();
  await get(acme.tenantId);
  const [{ current_database: database }] = await elsewhere("SELECT current_database()");
  const listener = "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = $1";
  await elsewhere(
    `SELECT pg_terminate_backend(pid) ${listener}`,
    [database],
    inject("testServer").adminUrl,
  );
  expect(await until(() => !changeFeed.isConnected, 5)).toBe(true);
  await get(acme.tenantId);
  await get(acme.tenantId);
  expect(reads()).toBe(3);
  expect(await until(() => changeFeed.isConnected, 5)).toBe(true);
  await get(acme.tenantId);
  await get(acme.tenantId);
  expect(reads()).toBe(4);
});

test("a copy lives no longer than the bound, whatever was received", async () => {
  const { get, reads } = counted();
  await get(acme.tenantId);
  const real = performance.now.bind(performance);
  performance.now = () => real() + CACHED_SECONDS * 1000;
  try {
    await get(acme.tenantId);
  } finally {
    performance.now = real;
  }
  expect(reads()).toBe(2);
});
