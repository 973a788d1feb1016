import { beforeAll, expect, test } from "vitest";
import { changeUsers, type UsersChange } from "@/lib/core/user-lifecycle/change-users";
import { listSelectedUsers, selectUserIds } from "@/lib/core/users/selected-user-store";
import { exportChosenUsers, exportUsers } from "@/lib/features/migration/bulk/export-users";
import type { Caller } from "@/lib/kernel/caller";
import { read } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { newId } from "@/lib/kernel/ids";
import { aRole } from "@/tests/builders/a-role";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";
import { aUser } from "@/tests/builders/a-user";
import { anOrganization } from "@/tests/builders/an-organization";

let acme: TestEnvironment;
let globex: TestEnvironment;

beforeAll(async () => {
  acme = await aTenant();
  globex = await aTenant({ name: "Globex" });
});

const several = (count: number, options: Parameters<typeof aUser>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => aUser(acme, { password: null, ...options })));
const chosen = (scope: Caller, ids: string[]) =>
  inTransaction(scope, (db) => listSelectedUsers(db, ids));
const change = async (ids: string[], input: UsersChange) =>
  changeUsers(acme, await chosen(acme, ids), input);
const events = (kind: string) =>
  inTransaction(acme, (db) =>
    db.query(
      read`SELECT id FROM audit_events WHERE tenant_id = ${db.tenantId}::uuid AND kind = ${kind}`,
    ),
  );

test("several users are suspended, each with an event; suspended ones stay unchanged", async () => {
  const users = await several(3);
  const [out] = await several(1, { suspended: true });
  const ids = [...users, ...(out ? [out] : [])].map(({ id }) => id);
  const outcome = await change(ids, { what: "suspend", reason: "Contract ended" });
  expect(outcome).toEqual({ changed: 3, unchanged: 1, failed: [], left: 0 });
  expect((await chosen(acme, ids)).map(({ status }) => status)).toEqual(Array(4).fill("suspended"));
  expect(await events("user.suspended")).toHaveLength(3);
  expect(await change(ids, { what: "reactivate" })).toMatchObject({ changed: 4 });
});

test("only users without a password are invited", async () => {
  const [waiting] = await several(1);
  const settled = await aUser(acme, {});
  const outcome = await change([waiting?.id ?? "", settled.id], { what: "invite" });
  expect(outcome).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await events("user.invited")).toHaveLength(1);
});

test("a refusal for one user is reported, and does not affect the others", async () => {
  const [first, second] = await several(2);
  const { id: organizationId } = await anOrganization(acme);
  const { id: roleId } = await aRole(acme);
  const users = await chosen(acme, [first?.id ?? "", second?.id ?? ""]);
  const gone = users.map((user, index) => (index === 0 ? { ...user, id: newId() } : user));
  const outcome = await changeUsers(acme, gone, { what: "place", organizationId, roleId });
  expect(outcome).toMatchObject({ changed: 1, failed: [{ error: { reason: "missing" } }] });
});

test("another tenant's users cannot be selected, neither by id nor by a search", async () => {
  const [user] = await several(1, { email: "apart@bulk.example" });
  expect(await chosen(globex, [user?.id ?? ""])).toEqual([]);
  const selection = { query: "apart@bulk", status: null };
  const found = await inTransaction(globex, (db) =>
    selectUserIds(db, selection, { from: null, atMost: 10 }),
  );
  expect(found).toEqual([]);
});

test("users are exported as CSV in which no spreadsheet reads a formula", async () => {
  const user = await aUser(acme, {
    email: "formula@csv.example",
    displayName: "=1+1",
    password: null,
  });
  let text = "";
  for await (const piece of exportUsers(acme, { query: "formula@csv", status: null }))
    text += piece;
  expect(text.split("\r\n")).toHaveLength(3);
  expect(text).toContain(`${user.id},formula@csv.example,"'=1+1"`);
  expect(await exportChosenUsers(acme, [user.id])).toBe(text);
});
