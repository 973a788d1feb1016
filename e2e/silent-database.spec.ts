import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { aSilentProxy, type SilentProxy } from "@/tests/support/silent-proxy";
import { environment } from "./support/environment";
import { type HostProcess, startHost } from "./support/host-process";
import { expect, test } from "./support/test";

test.skip(process.platform !== "linux", "reads /proc to see the processes");
test.setTimeout(90_000);

// Deadline of a statement here; every request is answered within three times that.
const SECONDS = 1;

let proxy: SilentProxy;
const running: HostProcess[] = [];
const start = async (extra: Record<string, string>) => {
  const behind = { ...environment(), databaseUrl: proxy.url };
  const host = await startHost(behind, {
    ATRIUM_DATABASE_TIMEOUT_SECONDS: String(SECONDS),
    ...extra,
  });
  running.push(host);
  return host;
};
test.beforeEach(async () => {
  proxy = await aSilentProxy(environment().databaseUrl);
});
test.afterEach(async () => {
  proxy.failOver();
  await Promise.all(running.splice(0).map((host) => host.stop()));
  await proxy.close();
});

const token = (host: HostProcess) =>
  fetch(`${host.baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: `amc_${crypto.randomUUID()}`,
      client_secret: "x",
    }),
  });
const forgot = (host: HostProcess) =>
  fetch(`${host.baseUrl}/api/v1/auth/login/preflight`, {
    method: "POST",
    headers: {
      authorization: `Bearer alcs_${"x".repeat(43)}`,
      "x-tenant-id": "tn_nobody",
      "content-type": "application/json",
    },
    body: JSON.stringify({ email: "nobody@example.com", password: "x" }),
  });
const ready = (host: HostProcess) => fetch(`${host.baseUrl}/readyz`);

test("processes live when their connections are ended again and again under load", async () => {
  const host = await start({ ATRIUM_SERVE: "api" });
  const before = host.web();
  let asking = true;
  const statuses = new Set<number>();
  const askers = Array.from({ length: 12 }, async (_, at) => {
    while (asking) statuses.add((await (at % 2 ? token(host) : ready(host))).status);
  });
  // The service's own login may terminate its own connections.
  const client = new pg.Client({ connectionString: environment().databaseUrl });
  await client.connect();
  let ended = 0;
  for (let time = 0; time < 8; time++) {
    const { rowCount } = await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ANY ($1::int[])",
      [proxy.ports()],
    );
    ended += rowCount ?? 0;
    await sleep(150);
  }
  await client.end();
  asking = false;
  await Promise.all(askers);
  expect(ended).toBeGreaterThan(8);
  expect(host.web()).toEqual(before);
  for (const status of statuses) expect([200, 401, 503]).toContain(status);
});

test("every request is answered while the database is silent, and after a failover without a restart", async () => {
  const host = await start({ ATRIUM_SERVE: "all", ATRIUM_PROCESSES: "1" });
  const dashboard = () => fetch(`${host.baseUrl}/dashboard`, { redirect: "manual" });
  const sendAll = () => Promise.all([token(host), forgot(host), ready(host), dashboard()]);
  // The first page of a process waits until Next is loaded, and a busy machine is not ready at once.
  await dashboard();
  await expect.poll(async () => (await ready(host)).status, { timeout: 15_000 }).toBe(200);
  const known = (await sendAll()).map(({ status }) => status);
  const before = host.web();
  proxy.fallSilent();
  for (let time = 0; time < 2; time++) {
    const startedAt = Date.now();
    const answers = await sendAll();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    for (const answer of answers) expect(answer.headers.get("retry-after")).toMatch(/^[1-9]/);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
    expect((await fetch(`${host.baseUrl}/healthz`)).status).toBe(200);
  }
  proxy.failOver();
  await expect
    .poll(async () => (await sendAll()).map(({ status }) => status), { timeout: 15_000 })
    .toEqual(known);
  expect(host.web()).toEqual(before);
});
