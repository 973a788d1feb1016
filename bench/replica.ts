// Load that a replica takes off the primary (ATRIUM_READ_DATABASE_URL): CPU of both servers for a list, a
// search and a plot, read from the primary alone and from the replica. Rounds alternate; there is no other
// load.
import { freePort } from "@/tools/postgres/free-port";
import { startStandby } from "@/tools/postgres/standby";
import { cpuSeconds } from "./support/cpu";
import { median } from "./support/load";
import { postmaster } from "./support/postmaster";
import { startDatabase } from "./support/running-service";
import { aTenantOf } from "./support/tenant-of-users";

const USERS = Number(process.env.BENCH_USERS ?? 50_000);
const ROUNDS = 5;

/** Milliseconds per request: CPU of the servers, and until the answer. */
interface Cost {
  primary: number;
  replica: number;
  took: number;
}

/** Costs of the same requests with the primary alone and with the replica. */
export interface LateWork {
  what: string;
  alone: Cost;
  late: Cost;
}

/** Measures each kind of work both ways. */
export async function run(): Promise<LateWork[]> {
  // The configuration is read when the database is made: the standby's address must be known before the
  // standby exists.
  const port = await freePort();
  const { cluster, env } = await startDatabase({
    ATRIUM_READ_DATABASE_URL: `postgresql://atrium_web:bench@127.0.0.1:${port}/bench`,
  });
  const standby = await startStandby(cluster.adminUrl, { hot_standby_feedback: "on" }, port);
  try {
    const { tenantId, environmentId } = await aTenantOf(USERS);
    const servers = {
      primary: await postmaster(String(env.DATABASE_URL)),
      replica: await postmaster(String(env.ATRIUM_READ_DATABASE_URL)),
    };
    const done: LateWork[] = [];
    for (const { what, times, alone, late } of await kinds(tenantId, environmentId)) {
      const rounds = { alone: [] as Cost[], late: [] as Cost[] };
      for (let round = 0; round <= ROUNDS; round++)
        for (const [way, work] of [["alone", alone] as const, ["late", late] as const]) {
          const cost = await measured(servers, times, work);
          // The first round opens connections and fills caches.
          if (round > 0) rounds[way].push(cost);
        }
      const found = { what, alone: medians(rounds.alone), late: medians(rounds.late) };
      done.push(found);
      print(found);
    }
    return done;
  } finally {
    const { connections } = await import("@/lib/kernel/db/connections");
    await connections.end();
    await standby.stop();
    await cluster.stop();
  }
}

async function kinds(tenantId: string, environmentId: string) {
  const { inLateRead } = await import("@/lib/kernel/db/late-read");
  const { beginLateListing } = await import("@/lib/kernel/db/late-listing");
  const { openListing } = await import("@/lib/kernel/db/copy-stream");
  const { inTransaction } = await import("@/lib/kernel/db/transaction");
  const { searchUsers } = await import("@/lib/core/users/user-search-store");
  const { userListing } = await import("@/lib/core/users/user-listing-store");
  const { readEventCounts } = await import("@/lib/features/statistics/event-count-store");
  const scope = { tenantId, environmentId };
  const select = userListing(scope, {});
  const search = { query: "user4999", after: null, status: null };
  const day = 86_400_000;
  const range = { from: new Date(Date.now() - 30 * day), to: new Date(), unit: "day" as const };
  const drained = async (rows: AsyncIterable<unknown>) => {
    for await (const _ of rows);
  };
  return [
    {
      what: `list of ${USERS.toLocaleString("en")} users`,
      times: 2,
      alone: async () => {
        const { rows, close } = await openListing(scope, select);
        await drained(rows);
        await close();
      },
      late: async () => {
        const { listing, pieces } = await beginLateListing(scope, select);
        while (!(await pieces.next()).done);
        await listing.close();
      },
    },
    {
      what: "search for a user",
      times: 20,
      alone: () => inTransaction(scope, (db) => searchUsers(db, search)),
      late: () => inLateRead(scope, (db) => searchUsers(db, search)),
    },
    {
      what: "plot of thirty days",
      times: 100,
      alone: () => inTransaction(scope, (db) => readEventCounts(db, range)),
      late: () => inLateRead(scope, (db) => readEventCounts(db, range)),
    },
  ];
}

async function measured(
  servers: { primary: number; replica: number },
  times: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const used = () => [cpuSeconds(servers.primary), cpuSeconds(servers.replica)] as const;
  const [before, startedAt] = [used(), performance.now()];
  for (let time = 0; time < times; time++) await work();
  const [after, ended] = [used(), performance.now()];
  const each = (at: 0 | 1) => ((after[at] - before[at]) * 1000) / times;
  return { primary: each(0), replica: each(1), took: (ended - startedAt) / times };
}

function medians(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  return { primary: of("primary"), replica: of("replica"), took: of("took") };
}

function print({ what, alone, late }: LateWork): void {
  const shown = ({ primary, replica, took }: Cost) =>
    `primary ${primary.toFixed(2)} ms CPU, replica ${replica.toFixed(2)} ms CPU, ${took.toFixed(1)} ms`;
  const less = (1 - late.primary / alone.primary) * 100;
  console.log(
    `${what}\n  alone: ${shown(alone)}\n  late:  ${shown(late)}\n  ${less.toFixed(0)} % less of the primary`,
  );
}
