import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureSigningKeys } from "@/lib/oidc/keys/ensure-signing-keys";
import { migrate } from "@/scripts/db/migrate";
import { build } from "@/scripts/host/build.mjs";
import { HOST, WORKER } from "@/scripts/host/built-files.mjs";
import { bootstrapDatabase } from "@/scripts/postgres/bootstrap";
import { startEphemeralCluster } from "@/scripts/postgres/ephemeral";
import { freePort } from "@/scripts/postgres/free-port";
import { startSupervised } from "@/scripts/processes/supervised";
import { waitUntilReady } from "@/scripts/start/readiness";
import { startWeb, startWorker } from "@/scripts/start/services";
import { dashboardExpressions, namedMetrics } from "./expressions";

/** How long Prometheus has to see what it scrapes. */
const SEEN_MS = 30_000;

/** Has a running Prometheus scrape a running Atrium (web processes and worker, as `npm start` runs them), and asks it for
 *  everything that dashboards and alerts name.
 *  @returns what is not there, or can't be asked */
export async function scrapeAtrium(prometheus: string): Promise<string[]> {
  const stops: (() => Promise<void> | void)[] = [];
  try {
    const metricsPort = await startAtrium(stops);
    const address = await startPrometheus(prometheus, metricsPort, stops);
    await untilScraped(address);
    return [...(await missingMetrics(address)), ...(await failingExpressions(address))];
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

type Stops = (() => Promise<void> | void)[];

/** @returns the port of its metrics */
async function startAtrium(stops: Stops): Promise<number> {
  await build();
  const cluster = await startEphemeralCluster();
  stops.push(cluster.stop);
  const accounts = { database: "atrium", ownerPassword: "owner", webPassword: "web" };
  const urls = await bootstrapDatabase(cluster.adminUrl, accounts);
  const [port, metricsPort] = [await freePort(), await freePort()];
  Object.assign(process.env, urls, {
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: `http://localhost:${port}`,
    ATRIUM_MASTER_KEY: randomBytes(32).toString("base64url"),
    ATRIUM_METRICS_PORT: String(metricsPort),
    ATRIUM_LOG_LEVEL: "error",
    ATRIUM_HOST: "localhost",
    ATRIUM_PROCESSES: "2",
    PORT: String(port),
    NODE_ENV: "production",
  });
  await migrate(urls.DATABASE_OWNER_URL, { applicationLogin: "atrium_web" });
  await ensureSigningKeys(urls.DATABASE_OWNER_URL);
  const web = await startWeb(HOST);
  stops.push(web.stop);
  await waitUntilReady(port, "localhost", web.failed);
  stops.push(startWorker(process.env, [WORKER]).stop);
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  await fetch(`http://localhost:${port}/oauth/token`, { method: "POST", body });
  return metricsPort;
}

/** @returns its address */
async function startPrometheus(
  program: string,
  metricsPort: number,
  stops: Stops,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "atrium-scraped-"));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const scraped = `{ job_name: atrium, static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }] }`;
  const settings = [
    "global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }",
    `rule_files: [${JSON.stringify(resolve("deploy/prometheus/alerts.yaml"))}]`,
    `scrape_configs: [${scraped}]`,
  ];
  writeFileSync(join(folder, "prometheus.yml"), `${settings.join("\n")}\n`);
  const address = `127.0.0.1:${await freePort()}`;
  const command = [
    ...[program, `--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`],
    ...[`--web.listen-address=${address}`, "--log.level=error"],
  ];
  const running = startSupervised(command, { endsBy: "TERM" });
  stops.push(() => running.stop());
  return `http://${address}`;
}

async function ask(address: string, path: string): Promise<{ status: string; data: unknown }> {
  const response = await fetch(`${address}/api/v1/${path}`);
  return (await response.json()) as { status: string; data: unknown };
}

/** Waits until the worker's metrics were scraped with those of the web processes, and rates can be had. */
async function untilScraped(address: string): Promise<void> {
  const wanted =
    'sum(atrium_processes{process="worker"}) and sum(rate(atrium_http_requests_total[10s]))';
  for (const end = Date.now() + SEEN_MS; Date.now() < end; await sleep(500)) {
    const asked = ask(address, `query?query=${encodeURIComponent(wanted)}`);
    const { data } = await asked.catch(() => ({ data: null }));
    const { result = [] }: { result?: { value: [number, string] }[] } = Object(data);
    if (Number(result[0]?.value[1]) === 1) return;
  }
  throw new Error("Prometheus did not see the web processes and the worker in time.");
}

async function missingMetrics(address: string): Promise<string[]> {
  const { data } = await ask(address, "metadata");
  const known = new Set(Object.keys(Object(data)));
  const named = namedMetrics();
  console.log(`${named.length} metrics are named, ${known.size} are scraped`);
  return named.filter((name) => !known.has(name)).map((name) => `${name} is not scraped`);
}

async function failingExpressions(address: string): Promise<string[]> {
  const failures: string[] = [];
  for (const expression of dashboardExpressions()) {
    const { status } = await ask(address, `query?query=${encodeURIComponent(expression)}`);
    if (status !== "success") failures.push(`Prometheus can't answer: ${expression}`);
  }
  const { data } = await ask(address, "rules");
  const { groups = [] }: { groups?: { rules: { name: string; health: string }[] }[] } =
    Object(data);
  const rules = groups.flatMap((group) => group.rules);
  console.log(`${rules.length} rules run, ${dashboardExpressions().length} expressions asked`);
  for (const { name, health } of rules)
    if (health === "err") failures.push(`${name} can't be evaluated`);
  return failures;
}
