import { createServer, type Server } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DatabaseClient } from "@/lib/kernel/db/database-client";
import { WatchedConnection } from "@/lib/kernel/db/watched-connection";
import { aPair, type Pair } from "@/tests/support/replica";

// Real servers: one that accepts writes, and a read-only copy of it until a test promotes it. The last tests
// do.

let pair: Pair;
let silent: Server;
const held = new Set<{ destroy(): void }>();
const open: pg.Client[] = [];

beforeAll(async () => {
  pair = await aPair();
  // Like a frozen server: it accepts connections and sends nothing.
  silent = createServer((socket) => {
    held.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
}, 60_000);
afterAll(async () => {
  for (const socket of held) socket.destroy();
  silent.close();
  await pair.stop();
}, 60_000);
afterEach(async () => {
  for (const client of open.splice(0)) await client.end().catch(() => {});
});

const hostOf = (port: number) => `127.0.0.1:${port}`;
const silentHost = () => hostOf((silent.address() as { port: number }).port);
/** Nothing listens on the discard port. */
const UNREACHABLE = "127.0.0.1:9";

function urlOf(hosts: readonly string[], database = "postgres", more = ""): string {
  return `postgres://postgres:ephemeral@${hosts.join(",")}/${database}${more}`;
}

async function connect(url: string, ms = 4_000): Promise<DatabaseClient> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: ms });
  client.on("error", () => {});
  open.push(client);
  await client.connect();
  return client;
}

const portOf = async (client: pg.Client) =>
  (await client.query<{ port: string }>("SHOW port")).rows[0]?.port;

test("a connection goes to the server that accepts writes, at any position of the list", async () => {
  const { primary, replica } = pair;
  for (const hosts of [
    [hostOf(primary.port), hostOf(replica.port)],
    [hostOf(replica.port), hostOf(primary.port)],
    [UNREACHABLE, hostOf(replica.port), hostOf(primary.port)],
    ["[::1]:9", hostOf(primary.port)],
  ])
    expect(await portOf(await connect(urlOf(hosts)))).toBe(String(primary.port));
});

test("a server that hangs delays no connection", async () => {
  const startedAt = performance.now();
  const client = await connect(urlOf([silentHost(), hostOf(pair.primary.port)]));
  expect(await portOf(client)).toBe(String(pair.primary.port));
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test("a connection fails in time when every server is read-only or unreachable", async () => {
  const startedAt = performance.now();
  const connecting = connect(urlOf([hostOf(pair.replica.port), UNREACHABLE, silentHost()]), 1_500);
  await expect(connecting).rejects.toMatchObject({
    code: "57P03",
    message: expect.stringMatching(/only reads.*did not answer.*did not answer/s),
  });
  await expect(connecting).rejects.not.toMatchObject({
    message: expect.stringContaining("ephemeral"),
  });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("all waiting requests of a pool fail in time too", async () => {
  const options = { Client: WatchedConnection, connectionTimeoutMillis: 1_500, max: 2 };
  const hosts = [hostOf(pair.replica.port), silentHost()];
  const pool = new pg.Pool({ ...options, connectionString: urlOf(hosts, "template1") });
  pool.on("error", () => {});
  await Promise.all(
    [1, 2, 3].map(() => expect(pool.query("SELECT 1")).rejects.toBeInstanceOf(Error)),
  );
  await pool.end();
});

test("a single read-only server is refused where one that accepts writes is required", async () => {
  const more = "?target_session_attrs=read-write";
  const one = urlOf([hostOf(pair.replica.port)], "postgres", more);
  await expect(connect(one, 1_000)).rejects.toMatchObject({ code: "57P03" });
  const other = urlOf([hostOf(pair.primary.port)], "postgres", more);
  expect(await portOf(await connect(other))).toBe(String(pair.primary.port));
  // No such requirement here, as before.
  const any = await connect(urlOf([hostOf(pair.replica.port)]));
  expect(await portOf(any)).toBe(String(pair.replica.port));
});

test("a connection that is ended before it is made is never made", async () => {
  const client = new DatabaseClient({
    connectionString: urlOf([silentHost(), hostOf(pair.replica.port)], "template1"),
    connectionTimeoutMillis: 1_000,
  });
  const connecting = client.connect();
  void client.end();
  await expect(connecting).rejects.toBeInstanceOf(Error);
});

test("connections leave a server beside which another was promoted, also when idle", async () => {
  const { primary, replica } = pair;
  const url = urlOf([hostOf(primary.port), hostOf(replica.port)]);
  const client = await connect(url);
  expect(await portOf(client)).toBe(String(primary.port));
  const left = new Promise((resolve) => client.once("end", resolve));
  const admin = new pg.Client({ connectionString: replica.adminUrl });
  await admin.connect();
  await admin.query("SELECT pg_promote()");
  await admin.end();
  // Both accept writes now, as when the first server's supervisor was frozen: the later timeline is right.
  await left;
  expect(await portOf(await connect(url))).toBe(String(replica.port));
}, 20_000);

test("a server left behind is not used again when its successor vanishes", async () => {
  const { primary, replica } = pair;
  const url = urlOf([hostOf(primary.port), hostOf(replica.port)]);
  const there = await connect(url);
  expect(await portOf(there)).toBe(String(replica.port));
  // The process does not know of it until that connection has ended.
  const ended = new Promise((resolve) => there.once("end", resolve));
  await replica.stop();
  await ended;
  await expect(connect(url, 1_500)).rejects.toThrow(/is behind what was promoted since/);
}, 20_000);
