import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  sweepActiveUserDays,
  sweepActiveUsers,
  sweepEventCounts,
} from "@/lib/features/statistics/sweep-statistics";
import { config } from "@/lib/kernel/config/config";
import { newId } from "@/lib/kernel/ids";
import { aTenant, type TestEnvironment } from "@/tests/builders/a-tenant";

let owner: pg.Client;
let acme: TestEnvironment;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: config().databaseOwnerUrl });
  await owner.connect();
  acme = await aTenant();
});
afterAll(() => owner.end());

/** Ages in days of the remaining rows of a table. */
async function left(table: string, moment: string): Promise<number[]> {
  const { rows } = await owner.query<{ days: number }>(
    `SELECT round(extract(epoch FROM now() - ${moment}) / 86400)::int AS days FROM ${table}
     WHERE tenant_id = $1 ORDER BY 1`,
    [acme.tenantId],
  );
  return rows.map(({ days }) => days);
}

test("counts of hours are deleted after 92 days", async () => {
  await owner.query(
    `INSERT INTO event_counts SELECT $1, $2, now() - make_interval(days => d), 'login.succeeded', 1
     FROM unnest(ARRAY[1, 91, 93, 400]) d`,
    [acme.tenantId, acme.environmentId],
  );
  expect(await sweepEventCounts()).toBe(2);
  expect(await left("event_counts", "hour")).toEqual([1, 91]);
});

test("users' last active days are deleted after 35 days, longer than any page shows", async () => {
  for (const days of [0, 30, 34, 37, 90]) {
    const where = [acme.tenantId, acme.environmentId, days];
    await owner.query(
      "INSERT INTO active_users SELECT $1, $2, $4, (now() AT TIME ZONE 'UTC')::date - $3::int",
      [...where, newId()],
    );
    await owner.query(
      "INSERT INTO active_user_days SELECT $1, $2, (now() AT TIME ZONE 'UTC')::date - $3::int, 1",
      where,
    );
  }
  expect([await sweepActiveUsers(), await sweepActiveUserDays()]).toEqual([2, 2]);
  for (const table of ["active_users", "active_user_days"])
    expect(await left(table, "day::timestamptz")).toHaveLength(3);
});
