import type { CarriedTable } from "@/lib/features/archives/carried-tables";
import { identifier, join, type Queryable, read, type Sql, sql } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Column that holds the tenant's id. */
const tenantColumn = (table: string) => (table === "tenants" ? "id" : "tenant_id");

/** Returns the newest migration applied to the database. */
export async function readNewestMigration(): Promise<string> {
  const row = await unscoped.first(read<{ newestMigration: string }>`
    SELECT newest_migration FROM schema_compatibility`);
  if (!row) throw new Error("The database does not say which migration it has had last");
  return row.newestMigration;
}

/** Tenant of an archive. */
export interface ArchivedTenant {
  id: string;
  publicId: string;
  name: string;
}

/** Returns the tenant that the transaction is bound to. */
export async function readArchivedTenant(db: Queryable): Promise<ArchivedTenant> {
  const tenant = await db.first(read<ArchivedTenant>`
    SELECT id, public_id, name FROM tenants WHERE id = ${db.tenantId}::uuid`);
  if (!tenant) throw new Error("A transaction is bound to a tenant that does not exist");
  return tenant;
}

/** Returns the columns of each table, without the one that names the tenant and without generated ones.
 *  They are read from PostgreSQL's catalogue, so that columns added by later migrations are included. */
export async function readColumns(
  db: Queryable,
  tables: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db.query(read<{ table: string; column: string }>`
    SELECT c.relname::text AS table, a.attname::text AS column
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY(${tables})
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`);
  const found = new Map(tables.map((table): [string, string[]] => [table, []]));
  for (const { table, column } of rows)
    if (column !== tenantColumn(table)) found.get(table)?.push(column);
  return found;
}

/** Counts the tenant's rows in a table. */
export async function countRows(db: Queryable, table: string): Promise<number> {
  const row = await db.first(read<{ rows: number }>`
    SELECT count(*) AS rows FROM ${identifier(table)} WHERE ${identifier(tenantColumn(table))} = ${db.tenantId}::uuid`);
  return row?.rows ?? 0;
}

/** Statement that reads the tenant's rows of a table, each as a JSON object of its columns. */
export function rowsOf(
  { table, without = [] }: CarriedTable,
  columns: readonly string[],
  tenantId: string,
): Sql {
  const included = columns.filter((column) => !without.includes(column)).map(identifier);
  return sql`SELECT row_to_json(r) FROM (SELECT ${join(included)} FROM ${identifier(table)}
    WHERE ${identifier(tenantColumn(table))} = ${tenantId}::uuid) r`;
}
