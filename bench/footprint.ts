// npm run bench -- footprint: the service under little and under much load. `npm start` of a built folder
// with its database up, as an operator runs it: time to the first token, memory by process, and idle CPU.
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "@/tools/build/build.mjs";
import { type Supervised, startSupervised } from "@/tools/processes/supervised";
import { cpuSeconds } from "./support/cpu";
import { onFirstCore } from "./support/first-core";
import { type Load, median, requestsPerSecond, tokenLoad } from "./support/load";
import { treeOf } from "./support/memory";
import { startDatabase } from "./support/running-service";
import { table } from "./support/table";

const STARTS = 5;
/** Long enough for timers of a minute to run, and for a garbage collection at rest. */
const QUIET_SECONDS = 60;
const LOADED_SECONDS = 20;

/** Memory of a process in MiB: its own pages, and its part of shared pages (PSS, proc(5)). */
interface Held {
  name: string;
  pssMiB: number;
}

/** Starts it several times, then watches the last one: at rest, and under load. */
export async function run(): Promise<string> {
  await build();
  const { cluster, env, port, baseUrl } = await startDatabase({
    ATRIUM_DEMO_FILE: join(tmpdir(), `atrium-footprint-${process.pid}.json`),
  });
  const { aBenchPlace } = await import("./support/bench-place");
  const starting = () => startOnOneCore({ ...env, PORT: String(port), ATRIUM_HOST: "127.0.0.1" });
  try {
    // The first start writes the demo; the starts after it are measured.
    const first = starting();
    await firstAnswer({ url: `${baseUrl}/readyz` });
    const place = await aBenchPlace(baseUrl);
    await first.stop();
    const token = tokenLoad(`${baseUrl}/oauth/token`, place.tenant);
    const starts: number[] = [];
    let service = first;
    for (let count = 0; count < STARTS; count++) {
      await service.stop();
      const startedAt = performance.now();
      service = starting();
      await firstAnswer(token);
      starts.push((performance.now() - startedAt) / 1000);
    }
    console.log(`\nFirst token on one core: ${starts.map((one) => one.toFixed(2)).join(" ")} s`);
    await sleep(QUIET_SECONDS * 1000);
    const pid = service.child.pid ?? 0;
    const idle = held(pid);
    const idleCpuPercent = await cpuPercent(pid);
    const loadedMiB = await mostUnder(pid, [
      token,
      { url: `${baseUrl}/api/v1/auth/me`, headers: identity(place) },
      { url: `${baseUrl}/api/v1/auth/login/preflight`, ...login(place) },
    ]);
    await service.stop();
    const mib = (mebibytes: number) => `${mebibytes.toFixed(0)} MiB`;
    const large = idle.filter(({ pssMiB }) => pssMiB >= 1);
    const start = `${median(starts).toFixed(2)} s`;
    return table(
      ["", "Reached", "Bar"],
      [
        ["from `npm start` to the first token, on one core", start, "1.5 s"],
        ["memory when nothing happens", mib(sum(idle)), "300 MiB"],
        ...large.map(({ name, pssMiB }) => [`of it \`${basename(name)}\``, mib(pssMiB), ""]),
        ["memory under load, at most", mib(loadedMiB), "600 MiB"],
        ["CPU when nothing happens, of one core", `${idleCpuPercent.toFixed(2)} %`, "0.3 %"],
      ],
    );
  } finally {
    await cluster.stop();
  }
}

/** `npm start`, without npm: its script, on the first core. */
function startOnOneCore(env: NodeJS.ProcessEnv): Supervised {
  return startSupervised(onFirstCore([process.execPath, "tools/start.mjs"]), {
    endsBy: "TERM",
    env,
    stdio: ["pipe", "ignore", "inherit"],
  });
}

type Place = Awaited<ReturnType<typeof import("./support/bench-place").aBenchPlace>>;

const identity = ({ tenantHeaders, activityToken }: Place) => ({
  ...tenantHeaders,
  "x-session-activity": activityToken,
});

const login = ({ tenantHeaders, email, password }: Place) => ({
  method: "POST" as const,
  headers: tenantHeaders,
  body: JSON.stringify({ email, password }),
});

/** Polls every ten milliseconds until the answer is 2xx.
 *  @throws Error when there is none within a minute */
async function firstAnswer({ url, ...request }: Load): Promise<void> {
  for (const startedAt = Date.now(); Date.now() - startedAt < 60_000; await sleep(10)) {
    const answer = await fetch(url, request).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error(`${url} gave no good answer in a minute`);
}

/** Returns the memory of each process of a tree, the largest first. */
function held(pid: number): Held[] {
  return treeOf(pid)
    .map((one) => ({ name: nameOf(one), pssMiB: pss(one) }))
    .sort((a, b) => b.pssMiB - a.pssMiB);
}

function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  const script = words.find((word) => /\.m?[jt]s$/.test(word));
  return script ?? words[0] ?? "";
}

function pss(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}

const sum = (all: readonly Held[]) => all.reduce((total, { pssMiB }) => total + pssMiB, 0);

async function cpuPercent(pid: number): Promise<number> {
  const before = cpuSeconds(pid);
  await sleep(QUIET_SECONDS * 1000);
  return ((cpuSeconds(pid) - before) / QUIET_SECONDS) * 100;
}

/** Returns the peak memory of a tree while it answers these loads, each for a while. */
async function mostUnder(pid: number, loads: readonly Load[]): Promise<number> {
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, sum(held(pid)));
  }, 1000);
  for (const load of loads) await requestsPerSecond(load, LOADED_SECONDS);
  clearInterval(look);
  return most;
}
