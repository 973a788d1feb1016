// Does a flood of logins stop those who are signed in? Identity reads with and without ten times the logins that
// the machine can hash.
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";
import { type FloodedService, floodedService } from "./support/flooded-service";
import type { Waiting } from "./support/steady-reads";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const FLOOD_FACTOR = 10;
export interface Flood {
  /** Logins a second: what the machine can hash, and what was sent. */
  capacity: number;
  rate: number;
  before: Waiting;
  during: Waiting;
  after: Waiting;
  /** How the flood was answered, by status. */
  answers: Record<string, number>;
}

/** GET /auth/me in peace, under the flood, and in peace again. */
export async function run(): Promise<Flood> {
  const service = await floodedService();
  try {
    const capacity = await loginsPerSecond(service);
    const rate = Math.ceil(capacity * FLOOD_FACTOR);
    console.log(
      `${availableParallelism()} cores answer ${capacity.toFixed(0)} logins a second; the flood is ${rate}.`,
    );
    const before = await reads(service);
    const flood = startFlood(service, rate);
    const during = await reads(service);
    const answers = await flood.stop();
    const after = await reads(service);
    show("in peace", before);
    show("under the flood", during);
    show("afterwards", after);
    console.log(`  The flood was answered: ${JSON.stringify(answers)}`);
    const [slower, tail] = [during.median / before.median, during.p99 / before.p99];
    console.log(`  Ratio of medians ${slower.toFixed(1)}, of 99th percentiles ${tail.toFixed(1)}`);
    return { capacity, rate, before, during, after, answers };
  } finally {
    await service.stop();
  }
}

/** What the service can do with as many callers as it has hash slots and a few more. */
async function loginsPerSecond({ baseUrl, login }: FloodedService): Promise<number> {
  const until = performance.now() + SECONDS * 500;
  let done = 0;
  const caller = async () => {
    while (performance.now() < until) {
      const response = await fetch(`${baseUrl}/api/v1/auth/login/preflight`, login());
      await response.arrayBuffer();
      if (response.status === 401) done += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() * 4 }, caller));
  return done / ((performance.now() - begun) / 1000);
}

function startFlood({ baseUrl, login }: FloodedService, rate: number) {
  const finished = Promise.withResolvers<autocannon.Result>();
  const instance = autocannon(
    {
      url: `${baseUrl}/api/v1/auth/login/preflight`,
      connections: 200,
      overallRate: rate,
      duration: SECONDS * 10,
      requests: [{ setupRequest: (request) => ({ ...request, ...login() }) }],
    },
    (error, result) => (error ? finished.reject(error) : finished.resolve(result)),
  );
  return {
    stop: async () => {
      instance.stop();
      const { statusCodeStats, errors, timeouts } = await finished.promise;
      const counts = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => [
        status,
        count,
      ]);
      return { ...Object.fromEntries(counts), errors, timeouts };
    },
  };
}

/** In a process of its own: what sends the flood is too busy to tell how long others wait. */
async function reads({ baseUrl, meHeaders }: FloodedService): Promise<Waiting> {
  const file = join(import.meta.dirname, "support/steady-reads.ts");
  const env = {
    ...process.env,
    READ_URL: `${baseUrl}/api/v1/auth/me`,
    READ_HEADERS: JSON.stringify(meHeaders),
    READ_SECONDS: String(SECONDS),
  };
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file], {
    env,
  });
  return JSON.parse(stdout);
}

function show(when: string, { median: middle, p99, failed }: Waiting): void {
  console.log(
    `  GET /auth/me ${when.padEnd(16)} median ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, failed ${failed}`,
  );
}
