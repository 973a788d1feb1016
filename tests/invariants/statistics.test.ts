import { raw } from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { countEvents } from "@/lib/features/statistics/count-events";
import { connections } from "@/lib/kernel/db/connections";
import { write } from "@/lib/kernel/db/queryable";
import { inTransaction } from "@/lib/kernel/db/transaction";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let acme: TestEnvironment;
beforeAll(async () => {
  acme = await aTenant();
  await countEvents();
});

test("the application's role counts nothing by itself: only the function does", async () => {
  for (const table of ["event_counts", "active_users", "active_user_days"]) {
    for (const change of [`DELETE FROM ${table}`, `UPDATE ${table} SET tenant_id = tenant_id`])
      await expect(
        inTransaction(acme, (db) => db.execute(write`${raw(change)}`)),
        change,
      ).rejects.toThrow("permission denied");
  }
  await expect(connections.query("UPDATE event_cursor SET counted_at = now()")).rejects.toThrow(
    "permission denied",
  );
});

test("there is one cursor", async () => {
  await expect(
    inTransaction(acme, (db) =>
      db.execute(write`INSERT INTO event_cursor SELECT * FROM event_cursor`),
    ),
  ).rejects.toThrow("permission denied");
  const { rows } = await connections.query("SELECT id FROM event_cursor");
  expect(rows).toHaveLength(1);
});

test("what operators see over all tenants answers nothing in a tenant's transaction", async () => {
  const questions = [
    "SELECT * FROM atrium_operator_activity(now() - interval '1 day', 10)",
    "SELECT * FROM atrium_operator_event_counts(now() - interval '1 day')",
    "SELECT * FROM atrium_operator_failures(now() - interval '1 day')",
  ];
  for (const question of questions)
    expect(
      await inTransaction(acme, (db) => db.query({ kind: "read", text: question, values: [] })),
      question,
    ).toEqual([]);
});
