import pg from "pg";
import { inject } from "vitest";
import { appendEvents } from "@/lib/core/audit/audit-event-store";
import { noRequest } from "@/lib/kernel/caller";
import { config } from "@/lib/kernel/config/config";
import { parseJson } from "@/lib/kernel/db/exact-json";
import { newId } from "@/lib/kernel/ids";
import type { TestEnvironment } from "@/tests/builders/a-tenant";
import { untilLogged } from "@/tests/support/logged-events";

/** Writes events, and adds them to the tenant's log. */
export async function logEvents(of: TestEnvironment, count: number): Promise<void> {
  const one = () => ({
    kind: "login.succeeded" as const,
    actor: { type: "tenant" as const, id: of.tenantId },
    context: noRequest,
    targets: [{ type: "user", id: newId(), name: "Zoë O’Neill" }],
    metadata: { tries: 1.5, id: parseJson("9007199254740993") },
    at: new Date(),
  });
  await appendEvents(of, Array.from({ length: count }, one));
  await untilLogged(of);
}

/** Connects as the server's owner, who may switch triggers and foreign keys off. */
export async function databaseOwner(): Promise<pg.Client> {
  const address = new URL(inject("testServer").adminUrl);
  address.pathname = new URL(config().databaseOwnerUrl).pathname;
  const owner = new pg.Client({ connectionString: address.href });
  await owner.connect();
  await owner.query("SET session_replication_role = replica");
  return owner;
}

const tables = ["audit_logs", "audit_log_entries", "audit_log_tiles", "audit_log_hashes"];

/** Rewrites a tenant's past as a database owner with the service's keys could: the log is rebuilt from the
 *  changed trail, with its entries, tiles and hashes, and the service signs it. */
export async function rebuildLog(owner: pg.Client, of: TestEnvironment): Promise<void> {
  for (const table of tables)
    await owner.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [of.tenantId]);
  await owner.query("SELECT atrium_log_again_from('00000000-0000-0000-0000-000000000000')");
  await untilLogged(of);
}

/** Copies a tenant's trail and its log, as a backup does.
 *  @returns a function that restores them */
export async function backUpTrail(
  owner: pg.Client,
  of: TestEnvironment,
): Promise<() => Promise<void>> {
  const all = ["audit_events", ...tables];
  for (const table of all)
    await owner.query(
      `CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table} WHERE tenant_id = '${of.tenantId}'`,
    );
  return async () => {
    for (const table of all) {
      await owner.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [of.tenantId]);
      await owner.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
      await owner.query(`DROP TABLE kept_${table}`);
    }
  };
}
