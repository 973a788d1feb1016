import { beforeAll, expect, test } from "vitest";
import { issueOneTimeSecret } from "@/lib/core/one-time/issue-one-time-secret";
import { deleteUser } from "@/lib/core/user-lifecycle/delete-user";
import { writeFactorTypes } from "@/lib/core/users/factor-note-store";
import { selectUserIds } from "@/lib/core/users/selected-user-store";
import type { UserFilter } from "@/lib/core/users/user-ids-store";
import { searchUsers } from "@/lib/core/users/user-search-store";
import { type Browse, PAGE_ROWS } from "@/lib/kernel/db/keyset-page";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aMember } from "@/tests/builders/a-member";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";

let acme: TestEnvironment;
let staging: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  const tenant = await aTenant({ environments: ["production", "staging"] });
  acme = tenant;
  staging = tenant.others[0] ?? tenant;
  globex = await aTenant({ name: "Globex" });
});

type SearchInput = Partial<Browse & UserFilter>;

async function found(scope: TestEnvironment, input: SearchInput) {
  const page = await inPrismaTransaction(scope, (transaction) =>
    searchUsers(transaction, { query: "", after: null, status: null, ...input }),
  );
  return { emails: page.rows.map(({ email }) => email), ...page };
}

test("a user is found by any part of address, name and external id, and by the id", async () => {
  const ada = await aUser(acme, {
    email: "A.Lovelace@analytical.example",
    displayName: "Ada King, Countess",
    externalId: "CRM-4711",
    password: null,
  });
  for (const query of ["lovelace@ANALYT", "king", "crm-47", "COUNT lovel", ada.id, ` ${ada.id} `])
    expect((await found(acme, { query })).emails, query).toEqual([ada.email]);
  expect((await found(acme, { query: "king babbage" })).emails).toEqual([]);
});

test("neither another environment nor another tenant finds the user, not even by the id", async () => {
  const hidden = await aUser(acme, { email: "hidden@only-here.example", password: null });
  for (const elsewhere of [staging, globex])
    for (const query of ["only-here", hidden.id])
      expect((await found(elsewhere, { query })).rows, query).toEqual([]);
});

test("the database's own search sees only the transaction's tenant, for any environment in its arguments", async () => {
  await aUser(acme, { email: "unseen@aside.example", password: null });
  const seen = await inPrismaTransaction(
    globex,
    ({ prisma }) =>
      prisma.$queryRaw<
        unknown[]
      >`SELECT * FROM atrium_search_users(${acme.environmentId}::uuid, '{aside}', NULL, 'created',
      false, '', NULL, 51)`,
  );
  expect(seen).toEqual([]);
});

test("wildcards and quotes are searched for literally", async () => {
  await aUser(staging, { email: "o'hara_50%@quotes.example", password: null });
  await aUser(staging, { email: "plain@quotes.example", password: null });
  for (const query of ["o'h", "a_5", "50%", "%@"])
    expect((await found(staging, { query })).emails, query).toEqual(["o'hara_50%@quotes.example"]);
  for (const query of ["n_q", "'); DROP TABLE users; --", "\\", "%%"])
    expect((await found(staging, { query })).emails, query).toEqual([]);
});

test("pages of fifty, newest first, list every user once", async () => {
  const made: string[] = [];
  for (let index = 0; index < 120; index += 1)
    made.push((await aUser(globex, { email: `page${index}@many.example`, password: null })).email);
  const first = await found(globex, { query: "many" });
  const second = await found(globex, { query: "many", after: first.next });
  const third = await found(globex, { query: "many", after: second.next });
  expect([first, second, third].map(({ emails }) => emails.length)).toEqual([50, 50, 20]);
  expect([...first.emails, ...second.emails, ...third.emails]).toEqual(made.reverse());
  expect(third.next).toBeNull();
  expect((await found(globex, { query: "many", after: "not an id" })).emails).toHaveLength(50);
});

test("a status narrows the search; a deleted user is not found", async () => {
  const gone = await aUser(acme, { email: "gone@narrow.example", password: null });
  await aUser(acme, { email: "out@narrow.example", password: null, suspended: true });
  await aUser(acme, { email: "in@narrow.example", password: null });
  await deleteUser(acme, gone.id);
  const query = "narrow";
  expect((await found(acme, { query })).emails.sort()).toEqual([
    "in@narrow.example",
    "out@narrow.example",
  ]);
  expect((await found(acme, { query, status: "suspended" })).emails).toEqual([
    "out@narrow.example",
  ]);
  expect((await found(acme, { query, status: "active" })).emails).toEqual(["in@narrow.example"]);
  expect((await found(acme, { query: gone.id })).rows).toEqual([]);
});

test("a row has the number of the user's memberships", async () => {
  const { userId } = await aMember(acme);
  expect((await found(acme, { query: userId })).rows).toMatchObject([
    { id: userId, memberships: 1 },
  ]);
});

test("sorted by name, either way, pages forward and back list every user once", async () => {
  const names = Array.from(
    { length: 70 },
    (_, index) => `Sorted ${String(index).padStart(3, "0")}`,
  );
  for (const name of names.toReversed())
    await aUser(staging, {
      email: `${name.replace(" ", "")}@sorted.example`,
      displayName: name,
      password: null,
    });
  const query = "sorted.example";
  const shown = async (input: SearchInput) => {
    const page = await found(staging, { query, ...input });
    return { ...page, names: page.rows.map(({ displayName }) => displayName) };
  };
  const first = await shown({ sort: "name" });
  const second = await shown({ sort: "name", after: first.next });
  expect([...first.names, ...second.names]).toEqual(names);
  expect((await shown({ sort: "name", before: second.previous })).names).toEqual(first.names);
  expect((await shown({ sort: "-name" })).names).toEqual(names.toReversed().slice(0, 50));
  expect((await shown({ sort: "created" })).names).toEqual(names.toReversed().slice(0, 50));
  expect([first.total, first.previous, second.next]).toEqual([70, null, null]);
});

test("results for a word of one or two letters are not counted", async () => {
  await aUser(acme, { email: "counted@count.example", password: null });
  expect((await found(acme, { query: "counted@count" })).total).toBe(1);
  expect((await found(acme, { query: "co" })).total).toBeNull();
});

test("users with an open invitation are found, sorted, paged and selected together", async () => {
  const users = await Promise.all(
    Array.from({ length: PAGE_ROWS + 2 }, (_, index) =>
      aUser(staging, {
        email: `guest-${String(index).padStart(2, "0")}@invited.example`,
        password: null,
      }),
    ),
  );
  const uninvited = await aUser(staging, { email: "guest-x@invited.example", password: null });
  await inTransaction(staging, async (db) => {
    for (const { id } of users) await issueOneTimeSecret(db, "invitation", id);
  });
  const invitedSearch = {
    query: "guest invited.example",
    sort: "name",
    invitation: "open",
  } as const;
  const first = await found(staging, invitedSearch);
  expect([first.emails[0], first.emails.length, first.total]).toEqual([
    "guest-00@invited.example",
    PAGE_ROWS,
    PAGE_ROWS + 2,
  ]);
  const second = await found(staging, { ...invitedSearch, after: first.next });
  expect(second.emails).toEqual(["guest-50@invited.example", "guest-51@invited.example"]);
  expect((await found(staging, { ...invitedSearch, before: second.previous })).emails).toEqual(
    first.emails,
  );
  expect((await found(staging, { ...invitedSearch, status: "suspended" })).emails).toEqual([]);
  const filter = { query: "", status: null, invitation: "open" } as const;
  const chosen = await inTransaction(staging, (db) =>
    selectUserIds(db, filter, { from: null, atMost: 100 }),
  );
  expect(chosen).toEqual(
    users
      .map(({ id }) => id)
      .sort()
      .toReversed(),
  );
  expect(chosen).not.toContain(uninvited.id);
});

test("users are filtered by their factors: those without any, and those of each type", async () => {
  const [none, app, key, both] = await Promise.all(
    ["none", "app", "key", "both"].map((name) =>
      aUser(staging, { email: `${name}@factors.example`, password: null }),
    ),
  );
  await inTransaction(staging, async (db) => {
    await writeFactorTypes(db, app?.id ?? "", ["totp"]);
    await writeFactorTypes(db, key?.id ?? "", ["passkey"]);
    await writeFactorTypes(db, both?.id ?? "", ["passkey", "totp"]);
  });
  const shown = async (input: SearchInput) => {
    const { emails, total } = await found(staging, { query: "factors.example", ...input });
    return { emails: emails.map((email) => email.split("@")[0]).sort(), total };
  };
  expect(await shown({ factor: "none" })).toEqual({ emails: ["none"], total: 1 });
  expect(await shown({ factor: "totp" })).toEqual({ emails: ["app", "both"], total: 2 });
  expect(await shown({ factor: "passkey" })).toEqual({ emails: ["both", "key"], total: 2 });
  expect((await shown({ factor: null })).total).toBe(4);
  expect((await shown({ factor: "none", status: "suspended" })).total).toBe(0);
  expect((await shown({ query: app?.id ?? "", factor: "none" })).emails).toEqual([]);
  await inTransaction(staging, async (db) => {
    for (const user of [none, both]) await issueOneTimeSecret(db, "invitation", user?.id ?? "");
  });
  expect((await shown({ invitation: "open", factor: "none" })).emails).toEqual(["none"]);
});
