import type { TenantScope } from "@/lib/kernel/caller";
import { cpuSeconds } from "./cpu";
import { answered, type Load, median, tokenLoad } from "./load";
import { postmaster } from "./postmaster";
import { startService } from "./running-service";

/** Milliseconds of CPU of a request that writes an event. */
export interface WritingCost {
  name: string;
  /** CPU of the web process without a running sequencer, and of PostgreSQL. */
  without: number;
  postgres: number;
  /** CPU of the web process while a worker sequences events: what a request itself pays for the log. */
  beside: number;
  /** CPU of a worker and PostgreSQL for each event, when they sequence it into its log. */
  sequencing: number;
}

export interface LogCost {
  writing: WritingCost[];
  /** Milliseconds of a proof of one event, in a log of so many. */
  proofMs: number;
  events: number;
}

const ROUNDS = 7;
const SECONDS = 4;
const PROOFS = 300;

/** Measures the cost of the log for requests that write events, and the duration of a proof. */
export async function logCost(): Promise<LogCost> {
  const service = await startService();
  try {
    const { aBenchPlace } = await import("./bench-place");
    const place = await aBenchPlace(service.baseUrl);
    const server = { web: service.pid, postgres: await postmaster(service.adminUrl) };
    const login: Load = {
      url: `${service.baseUrl}/api/v1/auth/login/preflight`,
      method: "POST",
      headers: { "content-type": "application/json", ...place.tenantHeaders },
      body: JSON.stringify({ email: place.email, password: place.password }),
      connections: 8,
    };
    const token = tokenLoad(`${service.baseUrl}/oauth/token`, place.tenant);
    const writing = [
      await writingCost("a machine token", token, server),
      await writingCost("a login", login, server),
    ];
    return { writing, ...(await proofs(place.tenant)) };
  } finally {
    await service.stop();
  }
}

interface Server {
  web: number;
  postgres: number;
}

async function writingCost(name: string, load: Load, server: Server): Promise<WritingCost> {
  const [without, postgres, beside, sequencing]: number[][] = [[], [], [], []];
  await answered(load, SECONDS);
  await takenIntoLogs(server);
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await costOf(load, server);
    without?.push(alone.web);
    postgres?.push(alone.postgres);
    const taken = await takenIntoLogs(server);
    sequencing?.push((taken.cpuSeconds * 1000) / taken.events);
    // PostgreSQL's work for the worker and for requests can't be separated.
    beside?.push((await whileSequencing(() => costOf(load, server))).web);
    await takenIntoLogs(server);
  }
  return {
    name,
    without: median(without ?? []),
    postgres: median(postgres ?? []),
    beside: median(beside ?? []),
    sequencing: median(sequencing ?? []),
  };
}

/** Milliseconds of CPU a request. */
async function costOf(load: Load, { web, postgres }: Server): Promise<Server> {
  const before = { web: cpuSeconds(web), postgres: cpuSeconds(postgres) };
  const { count } = await answered(load, SECONDS);
  const since = (pid: number, then: number) => ((cpuSeconds(pid) - then) * 1000) / count;
  return { web: since(web, before.web), postgres: since(postgres, before.postgres) };
}

/** Sequences all events into their logs. */
async function takenIntoLogs({
  postgres,
}: Server): Promise<{ events: number; cpuSeconds: number }> {
  const { sequenceEvents } = await import("@/lib/features/audit-log/log/sequence-events");
  const [own, before] = [process.cpuUsage(), cpuSeconds(postgres)];
  let events = 0;
  for (let taken = 1; taken > 0; events += taken) ({ taken } = await sequenceEvents());
  const { user, system } = process.cpuUsage(own);
  return { events, cpuSeconds: (user + system) / 1e6 + cpuSeconds(postgres) - before };
}

async function whileSequencing<T>(work: () => Promise<T>): Promise<T> {
  const { keepSequencing } = await import("@/lib/features/audit-log/log/keep-sequencing");
  const sequencing = keepSequencing();
  try {
    return await work();
  } finally {
    await sequencing.stop();
  }
}

async function proofs(scope: TenantScope): Promise<{ proofMs: number; events: number }> {
  const { inBatch } = await import("@/lib/kernel/db/batch");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const { readLogEnd } = await import("@/lib/features/audit-log/log/log-reading-store");
  const { proveInclusion } = await import("@/lib/features/audit-log/log/prove-event");
  const events = (await inBatch(scope, readLogEnd)) + 1;
  const times: number[] = [];
  for (let nth = 0; nth < PROOFS; nth += 1) {
    const position = Math.floor(Math.random() * events);
    const startedAt = performance.now();
    await inTransaction(scope, (db) => proveInclusion(db, position, events));
    times.push(performance.now() - startedAt);
  }
  return { proofMs: median(times), events };
}
