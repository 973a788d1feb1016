import { strict as assert } from "node:assert";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { countArrivals } from "../harness/mail";
import { startPooler } from "../harness/pgbouncer";
import { startServer } from "../harness/servers";
import { journeysOf, lost } from "../harness/traffic/journeys";
import { Load } from "../harness/traffic/load";
import { BASE_URL } from "../harness/traffic/settings";
import { until } from "../harness/until";
import type { Place } from "./place";

/** The checks, in this order; each returns its result in a few words. */
export const checks: [sentence: string, check: (place: Place) => Promise<string>][] = [
  ["tokens, logins, code flows, refreshes, lists and mail work through it", allJourneysWork],
  ["a connection goes back without role, tenant, deadlines and prepared statements", nothingStays],
  ["PostgreSQL has the pooler's connections, and one of each process beside the worker's", few],
  ["what one server suspends is refused by the other within a second", suspended],
  ["a pooler that is killed under load is used again, and nothing is lost or half done", killed],
  ["a pool that is full is a 503 with Retry-After in time, and works again afterwards", full],
];

const LOAD_MS = 10_000;

async function allJourneysWork(place: Place): Promise<string> {
  const load = new Load(journeysOf(place.fleet, place.people, place.done));
  await sleep(LOAD_MS);
  await load.stop();
  assert.deepEqual(load.failures, []);
  for (const journey of Object.keys(journeysOf(place.fleet, place.people, place.done)))
    assert.ok(load.made.get(journey), `nobody made: ${journey}`);
  assert.deepEqual(await lost(place.fleet, place.people, place.done), []);
  const addresses = [...place.done.users.values()];
  assert.equal((await countArrivals(place.mail, addresses)).never, 0, "mail did not arrive");
  const made = [...load.made.values()].reduce((sum, times) => sum + times, 0);
  return `${made} journeys, none failed; ${addresses.length} messages`;
}

async function nothingStays({ env }: Place): Promise<string> {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connected(env.DATABASE_URL)));
  const text = `SELECT pg_backend_pid() AS pid, current_user AS role, current_setting('atrium.tenant_id', true) AS tenant,
    current_setting('statement_timeout') AS deadline, (SELECT count(*)::int FROM pg_prepared_statements) AS prepared`;
  const seen = new Set<number>();
  try {
    for (const turn of Array.from({ length: 5 }).keys())
      for (const { rows } of await Promise.all(clients.map((client) => client.query(text)))) {
        const { pid, tenant, ...rest } = rows[0] ?? {};
        seen.add(pid);
        assert.ok(!tenant, `a tenant stayed in turn ${turn}`);
        assert.deepEqual(rest, { role: "atrium_web", deadline: "0", prepared: 0 });
      }
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
  return `${seen.size} connections looked at`;
}

async function few({ ask }: Place): Promise<string> {
  const rows = await ask<{ name: string; count: number }>(
    `SELECT split_part(application_name, '/', 1) AS name, count(*)::int AS count FROM pg_stat_activity
     WHERE usename = 'atrium_web' GROUP BY 1`,
  );
  const counts = Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  assert.deepEqual(Object.keys(counts).sort(), ["atrium", "atrium-pooled", "atrium-worker"]);
  // The two web processes and the worker use LISTEN.
  assert.ok((counts.atrium ?? 0) <= 3, JSON.stringify(counts));
  assert.ok((counts["atrium-pooled"] ?? 0) <= 40, JSON.stringify(counts));
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

async function suspended({ servers, people, operatorToken }: Place): Promise<string> {
  const [here, there] = servers;
  const switchTo = (state: "disable" | "enable") =>
    fetch(
      `http://127.0.0.1:${here.port}/api/v1/operator/tenants/${people.tenant.publicId}/${state}`,
      {
        method: "POST",
        headers: { authorization: `Bearer ${operatorToken}`, host: new URL(BASE_URL).host },
      },
    );
  const tokenStatus = async () => (await machineToken(there.port, people)).status;
  assert.equal(await tokenStatus(), 200);
  const took: number[] = [];
  for (const _ of Array.from({ length: 3 })) {
    assert.ok((await switchTo("disable")).ok, "the tenant is suspended");
    const startedAt = performance.now();
    await until("the other server stops", 1_000, async () => (await tokenStatus()) !== 200, 10);
    took.push(performance.now() - startedAt);
    assert.ok((await switchTo("enable")).ok, "the tenant is back");
    await until("the other server goes on", 1_000, async () => (await tokenStatus()) === 200, 10);
  }
  return `after ${Math.round(Math.max(...took))} ms at the latest`;
}

const BACK_MS = 5_000;
const AWAY_MS = 1_000;

/** Counts the load's users and sessions without an event about them. */
const HALF_DONE = `SELECT
  (SELECT count(*)::int FROM users u WHERE u.id = ANY ($1::uuid[]) AND NOT EXISTS (
     SELECT FROM audit_events e WHERE e.kind = 'user.created' AND e.targets @> jsonb_build_array(jsonb_build_object('id', u.id)))) AS users,
  (SELECT count(*)::int FROM sessions s WHERE NOT EXISTS (
     SELECT FROM audit_events e WHERE e.targets @> jsonb_build_array(jsonb_build_object('id', s.id)))) AS sessions`;

async function killed(place: Place): Promise<string> {
  const { fleet, people, done, pooler, servers, ask } = place;
  // A user who lost the answer to a refresh holds a token that is used up, and signs in anew: this load would
  // not.
  const { "refresh tokens": _, ...journeys } = journeysOf(fleet, people, done);
  const load = new Load(journeys);
  const back: number[] = [];
  for (const away of [0, AWAY_MS]) {
    // Journeys are under way by then.
    await sleep(2_000);
    await pooler.kill();
    await sleep(away);
    await pooler.start();
    const startedAt = performance.now();
    for (const { port } of servers) await isBack(port, people);
    back.push(performance.now() - startedAt);
  }
  // Journeys go on while the pooler restarts.
  await sleep(2_000);
  await load.stop();
  assert.deepEqual(await lost(fleet, people, done), []);
  // A session and a user exist with their events, or not at all.
  const [half] = await ask<{ users: number; sessions: number }>(HALF_DONE, [
    [...done.users.keys()],
  ]);
  assert.deepEqual(half, { users: 0, sessions: 0 });
  const wrong = load.failures.filter(({ message }) => !/: 503\b/.test(message));
  assert.deepEqual(wrong, [], "what failed was told to come back");
  return `answers ${Math.round(Math.max(...back))} ms after it was back; ${load.failures.length} requests were a 503`;
}

const FULL_MS = 14_000;

async function full({ env, people }: Place): Promise<string> {
  const direct = env.DATABASE_DIRECT_URL;
  const pooler = await startPooler(direct, { default_pool_size: "2" });
  const server = await startServer({ ...env, DATABASE_URL: pooler.through(direct) });
  const holders = await Promise.all([1, 2].map(() => connected(pooler.through(direct))));
  try {
    await Promise.all(holders.map((holder) => holder.query("BEGIN")));
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => machineToken(server.port, people)),
    );
    const took = performance.now() - startedAt;
    assert.ok(took < FULL_MS, `it took ${took} ms`);
    for (const { status, headers } of answers) {
      assert.equal(status, 503);
      assert.match(headers.get("retry-after") ?? "", /^\d+$/);
    }
    const health = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    assert.equal(health.status, 200);
    await Promise.all(holders.map((holder) => holder.query("COMMIT")));
    const free = performance.now();
    await isBack(server.port, people);
    return `20 times 503 after ${Math.round(took)} ms; back ${Math.round(performance.now() - free)} ms after it was free`;
  } finally {
    await Promise.all(holders.map((holder) => holder.end().catch(() => {})));
    await server.stop();
    await pooler.stop();
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "atrium-pooled" });
  client.on("error", () => {});
  await client.connect();
  return client;
}

const isBack = (port: number, people: Place["people"]) =>
  until("it is back", BACK_MS, async () => (await machineToken(port, people)).status === 200, 10);

function machineToken(port: number, { tenant }: Place["people"]): Promise<Response> {
  const { clientId: client_id, clientSecret: client_secret } = tenant;
  return fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret }),
  });
}
