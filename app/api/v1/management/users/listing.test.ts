import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GET as readRoute } from "@/app/api/v1/management/users/[id]/route";
import { GET } from "@/app/api/v1/management/users/route";
import { userListing } from "@/lib/core/users/user-listing-store";
import { config } from "@/lib/kernel/config/config";
import { type Pace, streamList } from "@/lib/kernel/db/json-list";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { aMachineToken } from "@/tests/builders/a-machine-token";
import { aMember } from "@/tests/builders/a-member";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { callAuth } from "@/tests/support/call-factors";
import { call } from "@/tests/support/call-route";

const path = "/api/v1/management/users";
let acme: TestEnvironment & { others: TestEnvironment[] };
let token: string;
let watcher: pg.Client;

beforeAll(async () => {
  watcher = new pg.Client({ connectionString: config().databaseUrl });
  await watcher.connect();
});
afterAll(() => watcher.end());

beforeEach(async () => {
  acme = await aTenant({ environments: ["production", "staging"] });
  token = await aMachineToken(acme, ["users:read"]);
});

const list = async () => {
  const answer = await call(GET, { path, token });
  expect(answer.status).toBe(200);
  return (answer.body as { users: { id: string }[] }).users;
};

/** Inserts many users as rows, fast. */
const fill = (count: number) =>
  inPrismaTransaction(
    acme,
    ({ prisma, tenantId, environmentId }) =>
      prisma.$executeRaw`
      INSERT INTO users (tenant_id, environment_id, email, email_key)
      SELECT ${tenantId}::uuid, ${environmentId}::uuid, e, e
      FROM generate_series(1, ${count}::int) n, LATERAL (SELECT 'user' || n || '@example.com' AS e) x`,
  );

/** Counts the transactions that listings hold open. PostgreSQL shows a session's state to its own login only,
 *  so this queries as the login and not as the application's role. */
const openListings = async () => {
  const { rows } = await watcher.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()
       AND query ILIKE ANY (ARRAY['%FROM users u%', 'SELECT set_config%', 'ROLLBACK'])`,
  );
  return rows[0]?.open ?? 0;
};
const becomesZero = async () => {
  for (let tries = 0; tries < 50 && (await openListings()) > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return openListings();
};
const streamed = async (signal?: AbortSignal) => {
  const request = new Request(`http://localhost:3000${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(signal ? { signal } : {}),
  });
  const response = await GET(request, { params: Promise.resolve({}) });
  const reader = response.body?.getReader();
  if (!reader) throw new Error("The answer has no body");
  return reader;
};

test("a locked user is marked on every page of the list, and no other user is", async () => {
  await fill(2_300);
  const ids = (await list()).map(({ id }) => id);
  const locked = [ids[0], ids[999], ids[1_000], ids[2_299]];
  const { loginFailures } = config().limits;
  for (const id of locked) {
    const { body } = await call(readRoute, {
      path: `${path}/${id}`,
      params: { id: id ?? "" },
      token,
    });
    const { email } = body as { email: string };
    for (let tries = 0; tries < loginFailures; tries++)
      await callAuth(acme, "login/preflight", { email, password: "wrong" });
  }
  const listed = (await list()) as { id: string; locked_until?: string | null }[];
  expect(listed.filter(({ locked_until }) => locked_until).map(({ id }) => id)).toEqual(locked);
});

test("an environment without users has an empty list", async () => {
  expect(await list()).toEqual([]);
});

test("each user is listed exactly as read alone, in the order they were made", async () => {
  const role = await aRole(acme);
  const ada = await aUser(acme, {
    displayName: 'Ada "the first" \\ Ωμέγα 🦊',
    externalId: "crm-7",
    emailVerifiedMethod: "service_otp",
  });
  await aMember(acme, { userId: ada.id, roleId: role.id });
  await aMember(acme, { userId: ada.id, status: "inactive" });
  const bob = await aUser(acme, { suspended: true });
  const users = await list();
  expect(users.map(({ id }) => id)).toEqual([ada.id, bob.id]);
  for (const user of users) {
    const alone = await call(readRoute, {
      path: `${path}/${user.id}`,
      params: { id: user.id },
      token,
    });
    expect(user).toEqual(alone.body);
  }
});

test("deleted users, other environments and other tenants are not in it", async () => {
  const [elsewhere] = acme.others;
  if (!elsewhere) throw new Error("The tenant has one environment");
  await aUser(elsewhere);
  await aUser(await aTenant());
  const gone = await aUser(acme);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.update({
      where: { id: gone.id },
      data: { deletedAt: new Date(), emailKey: null, passwordHash: null },
    }),
  );
  expect(await list()).toEqual([]);
});

test.each([499, 500, 501, 1_750])("all of %i users are there, each once", async (count) => {
  await fill(count);
  const ids = (await list()).map(({ id }) => id);
  expect(ids).toHaveLength(count);
  expect(new Set(ids).size).toBe(count);
});

test("changes during the reading do not show: one snapshot", async () => {
  await fill(3_000);
  const reader = await streamed();
  let text = new TextDecoder().decode((await reader.read()).value);
  await aUser(acme);
  await inPrismaTransaction(acme, ({ prisma }) =>
    prisma.user.updateMany({ data: { displayName: "Later" } }),
  );
  let chunks = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks += 1;
    text += new TextDecoder().decode(value);
  }
  expect(text).not.toContain("Later");
  expect(chunks).toBeGreaterThan(2);
  expect(text.match(/"id"/g)).toHaveLength(3_000);
  expect(await becomesZero()).toBe(0);
});

test("a reader who disconnects ends the transaction", async () => {
  await fill(3_000);
  const reader = await streamed();
  await reader.read();
  expect(await openListings()).toBe(1);
  await reader.cancel();
  expect(await becomesZero()).toBe(0);
});

test("an aborted request ends the transaction, and later reads fail instead of looking whole", async () => {
  await fill(5_000);
  const abort = new AbortController();
  const reader = await streamed(abort.signal);
  await reader.read();
  abort.abort();
  expect(await becomesZero()).toBe(0);
  const rest = async () => {
    for (;;) if ((await reader.read()).done) return "whole";
  };
  await expect(rest()).rejects.toThrow();
});

test("asking for the headers alone holds no transaction and no place", async () => {
  await fill(3_000);
  for (let times = 0; times < 6; times++) {
    const headers = { authorization: `Bearer ${token}` };
    const request = new Request(`http://localhost:3000${path}`, { method: "HEAD", headers });
    const response = await GET(request, { params: Promise.resolve({}) });
    expect([response.status, response.body]).toEqual([200, null]);
    expect(response.headers.get("content-type")).toContain("application/json");
  }
  expect(await becomesZero()).toBe(0);
});

/** Parallel listings that one tenant may have, and how many more may wait. */
const [EACH, QUEUE] = [3, 16];

test("one tenant's listings wait for each other and leave room to others; too many are refused", async () => {
  await fill(3_000);
  const readers = await Promise.all(Array.from({ length: EACH }, () => streamed()));
  const waiting = Array.from({ length: QUEUE }, () => streamed().then((reader) => reader.cancel()));
  const refused = await call(GET, { path, token });
  expect([refused.status, refused.body]).toMatchObject([503, { code: "service_overloaded" }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const globex = await aTenant();
  const theirs = await call(GET, { path, token: await aMachineToken(globex, ["users:read"]) });
  expect([theirs.status, theirs.body]).toEqual([200, { users: [] }]);
  await Promise.all(readers.map((reader) => reader.cancel()));
  await Promise.all(waiting);
  expect(await becomesZero()).toBe(0);
  expect(await list()).toHaveLength(3_000);
});

/** Reads until the end or until the list is cut off, with a pause before each piece. */
async function readSlowly(pace: Pace): Promise<"whole" | "cut off"> {
  const list = { name: "users", rows: userListing(acme) };
  const reader = (await streamList(acme, list, new AbortController().signal, pace)).getReader();
  try {
    for (;;) {
      if ((await reader.read()).done) return "whole";
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  } catch {
    return "cut off";
  }
}

test.each([
  ["a reader who trickles", { stallMs: 100, bytesPerSecond: 1e9, totalMs: 60_000 }, "cut off"],
  [
    "a reader who has read for as long as anybody may",
    { stallMs: 60_000, bytesPerSecond: 1, totalMs: 100 },
    "cut off",
  ],
  [
    "a reader who is slow but keeps the pace",
    { stallMs: 60_000, bytesPerSecond: 1, totalMs: 60_000 },
    "whole",
  ],
])("%s: result of the list", async (_, pace, outcome) => {
  await fill(5_000);
  expect(await readSlowly(pace)).toBe(outcome);
  expect(await becomesZero()).toBe(0);
});
