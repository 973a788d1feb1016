import pg from "pg";
import { expect, test } from "vitest";
import { setUpPlatform } from "@/lib/core/platform/set-up-platform";
import { registerLogGauges } from "@/lib/features/audit-log/witness/log-gauges";
import { config } from "@/lib/kernel/config/config";
import { beginCounting, readMetrics } from "@/lib/kernel/process/metrics";

/** Opens a transaction as this program, with the cursor of the audit logs, and leaves it open. */
async function aHolder(application_name: string, taking: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: config().databaseOwnerUrl, application_name });
  await client.connect();
  await client.query(`BEGIN; ${taking}`);
  return client;
}

test("holders that delay the audit logs are reported by program and database, and not by process id", async () => {
  await setUpPlatform({ type: "service", id: "test" });
  const holders = [
    await aHolder("psql", "SELECT FROM audit_log_cursor FOR UPDATE"),
    await aHolder("pgAdmin", "LOCK TABLE audit_log_cursor IN ROW SHARE MODE"),
    await aHolder("atrium/worker", "LOCK TABLE audit_log_cursor IN ROW SHARE MODE"),
    await aHolder("other/counting", "LOCK TABLE event_cursor IN ROW SHARE MODE"),
  ];
  await beginCounting();
  registerLogGauges();
  const found = (await readMetrics()).find(({ name }) => name === "atrium_audit_log_held_seconds");
  const database = holders[0]?.database;
  expect(found?.values).toHaveLength(2);
  for (const holder of ["other", "atrium"])
    expect(found?.values).toContainEqual(
      expect.objectContaining({ labels: { database, holder }, value: expect.any(Number) }),
    );
  expect(Math.max(...(found?.values ?? []).map(({ value }) => Number(value)))).toBeGreaterThan(0);
  await Promise.all(holders.map((client) => client.end()));
});
