import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { BenchPlace } from "./bench-place";
import { median } from "./load";

/** Durations of logins, in milliseconds. */
export interface LoginTimes {
  logins: number;
  median: number;
  p99: number;
  worst: number;
}

/** Results of dropping old partitions: logins before (`inPeace`) and during (`meanwhile`). */
export interface Dropped {
  partitions: number;
  inPeace: LoginTimes;
  meanwhile: LoginTimes;
}

const [LOGINS_A_SECOND, PEACE_MS, STEP_MS, RETENTION_DAYS] = [25, 12_000, 800, 30];

/** Drops all events older than a month, a partition at a time, as the worker does, while users sign in at a
 *  fixed rate that does not wait for answers. */
export async function dropPast(adminUrl: string, places: readonly BenchPlace[]): Promise<Dropped> {
  const { unscoped } = await import("@/lib/kernel/db/unscoped");
  const { retentionStep } = await import("@/lib/features/retention/retention-store");
  await shortenRetention(adminUrl);
  await loggingIn(places, () => sleep(3_000));
  const inPeace = await loggingIn(places, () => sleep(PEACE_MS));
  let partitions = 0;
  const meanwhile = await loggingIn(places, async () => {
    for (;;) {
      const step = await unscoped.first(retentionStep(2_000)).catch((error: { code?: string }) => {
        // Another transaction held a lock for a tenth of a second: go on with the next step.
        if (error.code === "55P03") return { did: "waited" };
        throw error;
      });
      if (!step) return;
      if (step.did === "dropped") partitions += 1;
      if (step.did !== "deleted") await sleep(STEP_MS);
    }
  });
  if (partitions === 0) throw new Error("No partition was dropped");
  return { partitions, inPeace, meanwhile };
}

/** Sets the retention of events to a month, and marks them as counted and sequenced by the worker. */
async function shortenRetention(adminUrl: string): Promise<void> {
  const { pathname } = new URL(process.env.DATABASE_URL ?? "");
  const client = new pg.Client({ connectionString: new URL(pathname, adminUrl).href });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    await client.query("UPDATE retention_defaults SET audit_event_days = $1", [RETENTION_DAYS]);
    await client.query("UPDATE event_cursor SET counted = pg_current_snapshot()");
    await client.query(
      "UPDATE audit_log_cursor SET seen = pg_current_snapshot(), look_from = NULL",
    );
  } finally {
    await client.end();
  }
}

/** Sends logins by the clock while `work` goes on. */
async function loggingIn(
  places: readonly BenchPlace[],
  work: () => Promise<unknown>,
): Promise<LoginTimes> {
  const sent: Promise<number>[] = [];
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  const startedAt = performance.now();
  while (!isOver) {
    const due = ((performance.now() - startedAt) * LOGINS_A_SECOND) / 1000;
    while (sent.length < due) {
      const one = login(places[sent.length % places.length] as BenchPlace);
      one.catch(() => {});
      sent.push(one);
    }
    await sleep(2);
  }
  await done;
  const took = (await Promise.all(sent)).sort((a, b) => a - b);
  const at = (part: number) => took[Math.floor((took.length - 1) * part)] ?? 0;
  return { logins: took.length, median: median(took), p99: at(0.99), worst: at(1) };
}

/** Signs in: the password, and the session of its grant.
 *  @returns how many milliseconds it took */
async function login(place: BenchPlace): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${place.baseUrl}/api/v1/auth/session/exchange`, {
    method: "POST",
    headers: { "content-type": "application/json", ...place.tenantHeaders },
    body: JSON.stringify({ grant: await place.grant() }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`A login was answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
}
