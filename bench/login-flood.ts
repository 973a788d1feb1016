// Does a flood of logins slow down signed-in users? Identity reads with and without ten times the logins that
// the machine can hash.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type FloodedService, floodedService, type Sent } from "./support/flooded-service";
import { startBareProvider } from "./support/running-bare-provider";
import type { Steady, Waiting } from "./support/steady-requests";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const READS_A_SECOND = 50;
const FLOOD_FACTOR = 10;
const FLOOD_RISES_MS = 3_000;

export interface Flood {
  /** Logins a second: the machine's hashing capacity, and the rate of the flood. */
  capacity: number;
  rate: number;
  before: Readings;
  during: Readings;
  after: Readings;
  /** Number of answers by status. */
  answers: Record<string, number>;
}

interface Readings {
  me: Waiting;
  /** Waiting times of a process that does not use the service: the delay that the machine itself causes. */
  beside: Waiting;
}

/** GET /auth/me before, during and after the flood. */
export async function run(): Promise<Flood> {
  const [service, other] = [await floodedService(), await startBareProvider()];
  const url = `${other.baseUrl}/jwks`;
  const measure = async (): Promise<Readings> => {
    const [me, beside] = await Promise.all([
      reads(service.me),
      reads({ url, method: "GET", headers: {}, body: "" }),
    ]);
    return { me, beside };
  };
  try {
    const capacity = await loginsPerSecond(service);
    const rate = Math.ceil(capacity * FLOOD_FACTOR);
    console.log(
      `${availableParallelism()} cores answer ${capacity.toFixed(0)} logins a second; the flood is ${rate}.`,
    );
    const before = await measure();
    const flood = steadily({ ...service.login, aSecond: rate, seconds: 10 * SECONDS });
    await sleep(FLOOD_RISES_MS);
    const during = await measure();
    const { answers } = await flood.stop();
    const after = await measure();
    show("in peace", before);
    show("under the flood", during);
    show("afterwards", after);
    console.log(`  The flood was answered: ${JSON.stringify(answers)}`);
    return { capacity, rate, before, during, after, answers };
  } finally {
    await Promise.all([service.stop(), other.stop()]);
  }
}

/** Measures the logins per second with a few more parallel callers than there are hash slots. */
async function loginsPerSecond({ login }: FloodedService): Promise<number> {
  const until = performance.now() + SECONDS * 500;
  let [done, account] = [0, 0];
  const caller = async () => {
    while (performance.now() < until) {
      account += 1;
      const body = login.body.replace("#", `first-${account}`);
      const response = await fetch(login.url, { ...login, body });
      await response.arrayBuffer();
      if (response.status === 401) done += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: availableParallelism() * 4 }, caller));
  return done / ((performance.now() - startedAt) / 1000);
}

function reads(sent: Sent): Promise<Waiting> {
  return steadily({ ...sent, aSecond: READS_A_SECOND, seconds: SECONDS }).finished;
}

/** Each runs in a process of its own: the process that sends the flood is too busy to measure waiting
 *  times. */
function steadily(steady: Steady): { finished: Promise<Waiting>; stop(): Promise<Waiting> } {
  const file = join(import.meta.dirname, "support/steady-requests.ts");
  const sender = spawn(process.execPath, ["--import", "tsx", file], {
    env: { ...process.env, STEADY: JSON.stringify(steady) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  sender.stdout.on("data", (text) => {
    printed += text;
  });
  const finished = once(sender, "close").then(() => JSON.parse(printed) as Waiting);
  const stop = () => {
    sender.kill("SIGTERM");
    return finished;
  };
  return { finished, stop };
}

function show(when: string, { me, beside }: Readings): void {
  console.log(
    `  ${when.padEnd(16)} ${describeWaiting("GET /auth/me", me)}; ${describeWaiting("beside it", beside)}`,
  );
}

const describeWaiting = (what: string, { median: middle, p99, answers }: Waiting) =>
  `${what} median ${middle.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${JSON.stringify(answers)}`;
