import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { START } from "@/host/built-files.mjs";
import { build } from "@/tools/build/build.mjs";
import { freePort } from "@/tools/postgres/free-port";
import { aClone, aFolder } from "../harness/ends";
import { anInstallation } from "../harness/installation";
import { startProcess } from "../harness/processes";
import { startUntilReady } from "../harness/servers";
import { until } from "../harness/until";
import { dashboardExpressions, namedMetrics } from "./expressions";

/** Time for Prometheus to see the metrics that it scrapes. */
const SEEN_MS = 30_000;

/** Has a running Prometheus scrape a running Atrium (web processes and worker, as `npm start` runs them), and
 *  queries everything that dashboards and alerts name.
 *  @returns the missing metrics, and the failing queries */
export async function scrapeAtrium(prometheus: string): Promise<string[]> {
  const address = await startPrometheus(prometheus, await startAtrium());
  await untilScraped(address);
  return [...(await missingMetrics(address)), ...(await failingExpressions(address))];
}

/** @returns the port of its metrics */
async function startAtrium(): Promise<number> {
  await build();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const { env } = await anInstallation({
    ATRIUM_BASE_URL: `http://localhost:${port}`,
    ATRIUM_METRICS_PORT: String(metricsPort),
    ATRIUM_PROCESSES: "2",
  });
  await startUntilReady(START, env, { folder: aClone(), port });
  const body = new URLSearchParams({ grant_type: "client_credentials" });
  await fetch(`http://127.0.0.1:${port}/oauth/token`, { method: "POST", body });
  return metricsPort;
}

/** @returns its address */
async function startPrometheus(program: string, metricsPort: number): Promise<string> {
  const folder = aFolder("scraped");
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
  startProcess(command, { endsBy: "TERM" });
  return `http://${address}`;
}

async function ask(address: string, path: string): Promise<{ status: string; data: unknown }> {
  const response = await fetch(`${address}/api/v1/${path}`);
  return (await response.json()) as { status: string; data: unknown };
}

/** Waits until the worker's metrics were scraped with those of the web processes, and rates are available. */
async function untilScraped(address: string): Promise<void> {
  const expression =
    'sum(atrium_processes{process="worker"}) and sum(rate(atrium_http_requests_total[10s]))';
  const isScraped = async () => {
    const { data } = await ask(address, `query?query=${encodeURIComponent(expression)}`);
    const { result = [] }: { result?: { value: [number, string] }[] } = Object(data);
    return Number(result[0]?.value[1]) === 1;
  };
  await until("Prometheus sees the web processes and the worker", SEEN_MS, isScraped, 500);
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
