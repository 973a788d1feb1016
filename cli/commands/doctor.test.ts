import { expect, test } from "vitest";
import { config } from "@/lib/kernel/config/config";
import { runWorker } from "@/lib/kernel/jobs/run-worker";
import { atrium } from "@/tests/support/command-line";
import { idleHandlers } from "@/tests/support/idle-handlers";
import { startMailServer } from "@/tests/support/mail-server";
import { aServiceHost } from "@/tests/support/service-host";
import { aSilentProxy } from "@/tests/support/silent-proxy";

interface Report {
  well: boolean;
  checks: { check: string; status: string; seen: string; todo: string | null; took_ms: number }[];
}

/** An address at which no server listens. */
const nowhere = { ATRIUM_BASE_URL: "http://127.0.0.1:1" };

async function doctor(env: Record<string, string | undefined>) {
  const { code, stdout, stderr } = await atrium(["doctor", "--json"], env);
  expect(stderr).toBe("");
  const { well, checks } = JSON.parse(stdout) as Report;
  const of = (name: string) => checks.find(({ check }) => check === name);
  return { code, well, checks, of };
}

test("a database without a service is reported check by check, and sets the exit code", async () => {
  const { code, well, checks, of } = await doctor(nowhere);
  expect({ code, well }).toEqual({ code: 1, well: false });
  const failed = checks.filter(({ status }) => status === "failed").map(({ check }) => check);
  expect(failed).toEqual(["own address", "worker"]);
  for (const name of [
    ...["configuration", "node", "database", "service's roles", "owner's role", "extensions"],
    ...["database is whole", "migrations", "row-level security", "clock", "signing keys", "queues"],
  ])
    expect(of(name), name).toMatchObject({ status: "ok", todo: null });
  expect(of("proxies")).toMatchObject({ status: "skipped" });
  expect(of("mail server")).toMatchObject({ status: "skipped" });
  for (const { check, status, todo } of checks)
    if (status === "failed" || status === "warning") expect(todo, check).toBeTruthy();
}, 120_000);

test("a working installation passes, with exit code 0", async () => {
  const { server, port } = await aServiceHost();
  const before = config().baseUrl;
  config().baseUrl = `http://127.0.0.1:${port}`;
  const worker = await runWorker(idleHandlers());
  const mail = await startMailServer();
  const { code, well, checks, of } = await doctor({
    ATRIUM_BASE_URL: config().baseUrl,
    ATRIUM_SMTP_URL: mail.url,
  });
  const unwell = checks.filter(({ status }) => status === "failed");
  expect(unwell).toEqual([]);
  expect({ code, well }).toEqual({ code: 0, well: true });
  for (const name of ["own address", "proxies", "worker", "mail server", "forwarded addresses"])
    expect(of(name), name).toMatchObject({ status: "ok" });
  expect(mail.received).toEqual([]);
  await Promise.all([worker.stop(), mail.stop()]);
  server.close();
  config().baseUrl = before;
}, 120_000);

test("the report is readable for people", async () => {
  const { code, stdout } = await atrium(["doctor"], nowhere);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAILED +worker +no worker is connected.*\n +→ Start one/m);
  expect(stdout).toMatch(/\d+ well, \d+ warnings, 2 failed, \d+ skipped/);
  expect(stdout).not.toContain(process.env.ATRIUM_MASTER_KEY);
}, 120_000);

test("a wrong configuration is the one failure, and checks that need it are skipped", async () => {
  const { code, checks, of } = await doctor({ ATRIUM_MODE: "production" });
  expect(code).toBe(1);
  expect(of("configuration")).toMatchObject({ status: "failed" });
  expect(of("database")).toMatchObject({ status: "skipped" });
  expect(of("node")).toMatchObject({ status: "ok" });
  expect(checks.filter(({ status }) => status === "failed")).toHaveLength(1);
}, 120_000);

test("another master key and a wrong password are named", async () => {
  const other = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString("base64url");
  const { of: byKey } = await doctor({ ...nowhere, ATRIUM_MASTER_KEY: other });
  expect(byKey("signing keys")).toMatchObject({
    status: "failed",
    todo: expect.stringContaining("ATRIUM_MASTER_KEY"),
  });
  const address = new URL(process.env.DATABASE_URL ?? "");
  address.password = "opensesame";
  const { of, checks } = await doctor({ ...nowhere, DATABASE_URL: address.href });
  expect(of("database")).toMatchObject({ status: "failed", seen: "it refuses the login" });
  expect(of("migrations")).toMatchObject({ status: "skipped" });
  expect(JSON.stringify(checks)).not.toContain("opensesame");
}, 120_000);

test("a database that stops answering is a failure in time, not a wait", async () => {
  const proxy = await aSilentProxy(process.env.DATABASE_URL ?? "");
  proxy.fallSilent();
  const startedAt = performance.now();
  const { of } = await doctor({ ...nowhere, DATABASE_URL: proxy.url });
  expect(of("database")).toMatchObject({ status: "failed", seen: "it does not answer" });
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  await proxy.close();
}, 120_000);
