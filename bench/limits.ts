// npm run bench -- limits: CPU per unit of work, of the server and of PostgreSQL together, compared with a
// lower bound measured in the same run: machine tokens, whole logins, a list of users, and the cost of a
// second process for the same work. Servers have one core, PostgreSQL and the load the others. Names of parts
// after it (token, login, list, second) measure these alone.
import type pg from "pg";
import { withClient } from "@/tools/postgres/with-client";
import { analyze } from "./support/analyze";
import type { BenchPlace } from "./support/bench-place";
import { copyOf } from "./support/copy";
import { cpuSeconds, postmaster } from "./support/cpu";
import { leaveFirstCore, onFirstCore } from "./support/first-core";
import {
  answered,
  BARE_CLIENT,
  CONNECTIONS,
  hashFor,
  type Load,
  median,
  tokenLoad,
} from "./support/load";
import { startBareProvider } from "./support/running-bare-provider";
import { startService } from "./support/running-service";
import { table } from "./support/table";
import { aTenantOf } from "./support/tenant-of-users";

const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 8;
const LISTED = 100_000;
const COLUMNS = [
  ...["ms of CPU", "server", "PostgreSQL", "limit", "ratio", "bar", "p99, ms: ours / limit"],
];

/** Milliseconds of CPU per unit of work, and the 99th percentile of its answers in milliseconds. */
interface Cost {
  serverMs: number;
  postgresMs: number;
  p99: number;
}

/** Measures each in turn with its limit. */
export async function run(): Promise<string> {
  leaveFirstCore();
  const service = await startService(onFirstCore);
  const bare = await startBareProvider(onFirstCore);
  try {
    const postgres = await postmaster(service.adminUrl);
    const { aBenchPlace } = await import("./support/bench-place");
    const place = await aBenchPlace(service.baseUrl, CONNECTIONS);
    const tokens = tokenLoad(`${service.baseUrl}/oauth/token`, place.tenant);
    const bareTokens = tokenLoad(`${bare.baseUrl}/token`, BARE_CLIENT);
    const parts: Record<string, () => Promise<string[]>> = {
      token: () => token(tokens, bareTokens, [service.pid, postgres, bare.pid]),
      login: () => login(place, [service.pid, postgres]),
      list: () => list(service.baseUrl, [service.pid, postgres]),
      second: async () => {
        const two = await service.another({ ATRIUM_PROCESSES: "2" });
        const inTwo = tokenLoad(`${two.baseUrl}/oauth/token`, place.tenant);
        const found = await second(tokens, inTwo, [service.pid, two.pid, postgres]);
        await two.stop();
        return found;
      },
    };
    const names = process.argv.slice(3);
    const rows: string[][] = [];
    for (const [name, measure] of Object.entries(parts))
      if (names.length === 0 || names.includes(name)) rows.push(await measure());
    return table(COLUMNS, rows);
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
  }
}

async function token(ours: Load, limit: Load, [server, postgres, bare]: [number, number, number]) {
  const [own, others] = await inTurn(
    () => cost(ours, server, postgres),
    () => cost(limit, bare),
  );
  return row("machine token", own, others.serverMs, 1.4, `${own.p99} / ${others.p99}`);
}

/** Compares two processes with one, for the same tokens. */
async function second(one: Load, two: Load, [first, both, postgres]: [number, number, number]) {
  const [alone, together] = await inTurn(
    () => cost(one, first, postgres),
    () => cost(two, both, postgres),
  );
  return row("machine token, two processes", together, alone.serverMs + alone.postgresMs, 1.1);
}

/** Preflight and exchange; the limit is the cost of verifying the password. */
async function login(place: BenchPlace, [server, postgres]: [number, number]) {
  const [own, others] = await inTurn(
    () => worked(logins(place), server, postgres),
    () => worked(() => hashFor(SECONDS), process.pid),
  );
  return row("login, preflight and exchange", own, others.serverMs, 1.2);
}

async function list(baseUrl: string, [server, postgres]: [number, number]) {
  const { tenantId, token: bearer } = await aTenantOf(LISTED);
  const listing = async () => {
    const headers = { authorization: `Bearer ${bearer}` };
    const response = await fetch(`${baseUrl}/api/v1/management/users`, { headers });
    if (!response.ok || !response.body) throw new Error(`The list was answered ${response.status}`);
    await response.body.pipeTo(new WritableStream());
    return 1;
  };
  const copying = (client: pg.Client) => async () => {
    await copyOf(
      client,
      `SELECT id, email, display_name, status, email_verified_at, email_verified_method, external_id, locale,
        last_sign_in_at, suspended_at, created_at, updated_at
      FROM users WHERE tenant_id = ${client.escapeLiteral(tenantId)} ORDER BY id`,
    );
    return 1;
  };
  const [own, others] = await withClient(process.env.DATABASE_OWNER_URL, (client) =>
    inTurn(
      () => worked(listing, server, postgres),
      () => worked(copying(client), undefined, postgres),
    ),
  );
  return row(
    `list of ${LISTED.toLocaleString("en")} users, beside plain COPY`,
    own,
    others.postgresMs,
    1.8,
  );
}

/** Signs in users one after the other, as many in parallel as there are hash slots. */
function logins({ baseUrl, tenantHeaders, people }: BenchPlace): () => Promise<number> {
  const post = async (path: string, body: object) => {
    const request = { method: "POST", headers: tenantHeaders, body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}/api/v1/auth/${path}`, request);
    if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
    return (await response.json()) as Record<string, string>;
  };
  return async () => {
    const until = Date.now() + SECONDS * 1000;
    let done = 0;
    const signIn = async (at: number) => {
      for (let turn = at; Date.now() < until; turn += 4) {
        const { email, password } = people[turn % people.length] ?? {};
        const { grant } = await post("login/preflight", { email, password });
        await post("session/exchange", { grant });
        done += 1;
      }
    };
    await Promise.all([0, 1, 2, 3].map(signIn));
    return done;
  };
}

/** Medians of rounds of two kinds of work in turn; the first round of each warms up. */
async function inTurn(
  ours: () => Promise<Cost>,
  limit: () => Promise<Cost>,
): Promise<[Cost, Cost]> {
  const rounds: [Cost, Cost][] = [];
  await warmUp(ours);
  await analyze();
  await warmUp(limit);
  for (let round = 0; round < ROUNDS; round++) rounds.push([await ours(), await limit()]);
  return [0, 1].map((at) => {
    const of = (key: keyof Cost) => median(rounds.map((pair) => pair[at]?.[key] ?? 0));
    return { serverMs: of("serverMs"), postgresMs: of("postgresMs"), p99: of("p99") };
  }) as [Cost, Cost];
}

async function warmUp(work: () => Promise<unknown>): Promise<void> {
  for (const until = Date.now() + WARM_UP_SECONDS * 1000; Date.now() < until; ) await work();
}

/** Returns the cost of one request of a load. */
async function cost(load: Load, server: number, postgres?: number): Promise<Cost> {
  let p99 = 0;
  const spent = await worked(
    async () => {
      const result = await answered(load, SECONDS);
      p99 = result.p99;
      return result.count;
    },
    server,
    postgres,
  );
  return { ...spent, p99 };
}

/** Returns the cost of one unit of the work; `work` returns how many units it did. */
async function worked(
  work: () => Promise<number>,
  server?: number,
  postgres?: number,
): Promise<Cost> {
  const of = (pid: number | undefined) => (pid === undefined ? 0 : cpuSeconds(pid));
  const before = [of(server), of(postgres)] as const;
  const count = await work();
  const each = (pid: number | undefined, since: number) => ((of(pid) - since) * 1000) / count;
  return { serverMs: each(server, before[0]), postgresMs: each(postgres, before[1]), p99: 0 };
}

function row(
  name: string,
  { serverMs, postgresMs }: Cost,
  limitMs: number,
  bar: number,
  p99 = "",
): string[] {
  const ratio = ((serverMs + postgresMs) / limitMs).toFixed(2);
  const figures = [serverMs, postgresMs, limitMs].map((ms) => ms.toFixed(3));
  return [name, ...figures, `**${ratio}**`, bar.toFixed(1), p99];
}
