import { identifier, join, literal, type Queryable, read, sql } from "@/lib/kernel/db/queryable";

/** A row as JSON, without the columns that only the service itself can use. */
export type StoredRow = Record<string, unknown>;

/** Columns that are not exported: hashes, sealed texts and keys, which give access. Nothing else is left
 *  out. */
const SECRET = /hash|^sealed_|^public_key$|^salt$|^key$|^payload$/;

/** Returns the tables that name a user in a column of that name, with the columns to export: read from the
 *  catalogue, so that a new table is exported from its first day. */
export async function tablesOfUsers(db: Queryable): Promise<{ name: string; columns: string[] }[]> {
  const rows = await db.query(read<{ name: string; columns: string[] }>`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND EXISTS (SELECT FROM pg_attribute u WHERE u.attrelid = c.oid AND u.attname = 'user_id' AND NOT u.attisdropped)
    GROUP BY c.oid, c.relname ORDER BY c.relname`);
  return rows.map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !SECRET.test(column)),
  }));
}

/** Returns a table's rows of a user, the oldest first when rows have ids. */
export async function rowsOfUser(
  db: Queryable,
  { name, columns }: { name: string; columns: string[] },
  userId: string,
): Promise<StoredRow[]> {
  const table = identifier(name);
  const exportedColumns = join(
    columns.map((column) => sql`${literal(column)}, t.${identifier(column)}`),
  );
  const order = columns.includes("id") ? sql`t.id` : sql`1`;
  const rows = await db.query(read<{ row: StoredRow }>`
    SELECT jsonb_build_object(${exportedColumns}) AS row FROM ${table} t
    WHERE t.tenant_id = ${db.tenantId}::uuid AND t.user_id = ${userId}::uuid ORDER BY ${order}`);
  return rows.map(({ row }) => row);
}

/** Returns a user's own row, and the ids by which events may name them. */
export async function rowOfUser(
  db: Queryable,
  userId: string,
): Promise<{ row: StoredRow; email: string; knownAs: string[] } | null> {
  return db.first(read<{ row: StoredRow; email: string; knownAs: string[] }>`
    SELECT to_jsonb(u) - ARRAY['password_hash', 'email_key'] AS row, u.email,
      array_remove(ARRAY[u.id::text, u.external_id, u.email], NULL) AS known_as
    FROM users u WHERE u.environment_id = ${db.environmentId}::uuid AND u.id = ${userId}::uuid`);
}

/** Returns rows that name the user through another row: parties of sessions, attempts of logouts,
 *  principals of other issuers, and mail to the address that belongs to no user. */
export async function rowsAroundUser(
  db: Queryable,
  userId: string,
  email: string,
): Promise<Record<string, StoredRow[]>> {
  const of = (rows: { row: StoredRow }[]) => rows.map(({ row }) => row);
  const mine = sql`WHERE tenant_id = ${db.tenantId}::uuid AND user_id = ${userId}::uuid`;
  const [parties, attempts, principals, mail] = await Promise.all([
    db.query(read<{ row: StoredRow }>`
      SELECT to_jsonb(p) AS row FROM session_clients p WHERE session_id IN (SELECT id FROM sessions ${mine})`),
    db.query(read<{ row: StoredRow }>`
      SELECT to_jsonb(a) AS row FROM logout_attempts a WHERE delivery_id IN (SELECT id FROM logout_deliveries ${mine})`),
    db.query(read<{ row: StoredRow }>`
      SELECT to_jsonb(p) AS row FROM external_principals p
      WHERE id IN (SELECT principal_id FROM identity_bindings ${mine} AND released_at IS NULL)`),
    db.query(read<{ row: StoredRow }>`
      SELECT to_jsonb(m) - ARRAY['sealed_props', 'sealed_rendered'] AS row FROM mail_messages m
      WHERE environment_id = ${db.environmentId}::uuid AND user_id IS NULL AND lower(recipient) = lower(${email}::text)`),
  ]);
  return {
    session_clients: of(parties),
    logout_attempts: of(attempts),
    external_principals: of(principals),
    mail_to_address: of(mail),
  };
}

/** Returns the next audit events that name the user by one of these ids, the oldest first. */
export async function eventsNaming(
  db: Queryable,
  ids: readonly string[],
  after: string,
  atMost: number,
): Promise<(StoredRow & { id: string })[]> {
  const rows = await db.query(read<{ row: StoredRow & { id: string } }>`
    SELECT to_jsonb(e) AS row FROM tenant_audit_events e
    WHERE e.tenant_id = ${db.tenantId}::uuid AND e.id > ${after}::uuid
      AND (e.actor->>'id' = ANY(${[...ids]}::text[]) OR e.targets @> ANY(
        ARRAY(SELECT jsonb_build_array(jsonb_build_object('id', known)) FROM unnest(${[...ids]}::text[]) known)))
    ORDER BY e.id LIMIT ${atMost}::int`);
  return rows.map(({ row }) => row);
}
