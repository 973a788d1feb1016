import type { ClientBase } from "pg";

// PostgreSQL has no movable clock. In the database of a service that is a test's dependency, and in no other,
// the functions that return the time are replaced: every statement, default, policy, trigger and function of
// ours, of the job queues and of Prisma calls the replacements, by any search path. The planner writes their
// bodies into each statement, as it does with any SQL function of one expression (PostgreSQL,
// src/backend/optimizer/util/clauses.c, inline_function), so that indexes and partitions are found as before.

/** The offset is a sequence: readers see the last value immediately, inside a transaction too, and a copy of
 *  the database has its own. */
const OFFSET = "atrium_dev.clock_offset_ms";

const INSTALL = `
SET allow_system_table_mods = on;
CREATE SCHEMA atrium_dev;
GRANT USAGE ON SCHEMA atrium_dev TO PUBLIC;
CREATE SEQUENCE ${OFFSET} AS bigint MINVALUE 0 START 0;
CREATE SEQUENCE atrium_dev.seeded_ids AS bigint;
GRANT SELECT ON SEQUENCE ${OFFSET} TO PUBLIC;
GRANT USAGE ON SEQUENCE atrium_dev.seeded_ids TO PUBLIC;

CREATE FUNCTION atrium_dev.clock_offset() RETURNS interval LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN make_interval(secs => COALESCE(pg_sequence_last_value('${OFFSET}'::regclass), 0) / 1000.0);
END $$;

-- An id is made of the time; while a seed is set, of the seed and a number, so that the same fixtures get the same ids.
CREATE FUNCTION atrium_dev.new_id() RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  seed CONSTANT text := COALESCE(current_setting('atrium_dev.seed', true), '');
  turn bigint;
  bits text;
BEGIN
  IF seed = '' THEN
    RETURN pg_catalog.uuidv7(atrium_dev.clock_offset());
  END IF;
  turn := nextval('atrium_dev.seeded_ids');
  bits := md5(seed || ':' || turn);
  RETURN (lpad(to_hex(1767225600000 + turn), 12, '0') || '7' || substr(bits, 1, 3) || '8' || substr(bits, 4, 15))::uuid;
END $$;

CREATE FUNCTION atrium_dev.machine_now() RETURNS timestamptz LANGUAGE internal STABLE AS 'now';
CREATE FUNCTION atrium_dev.machine_statement_timestamp() RETURNS timestamptz LANGUAGE internal STABLE AS 'statement_timestamp';
CREATE FUNCTION atrium_dev.machine_clock_timestamp() RETURNS timestamptz LANGUAGE internal VOLATILE AS 'clock_timestamp';

CREATE OR REPLACE FUNCTION pg_catalog.now() RETURNS timestamptz LANGUAGE sql STABLE
  AS 'SELECT atrium_dev.machine_now() + atrium_dev.clock_offset()';
CREATE OR REPLACE FUNCTION pg_catalog.transaction_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
  AS 'SELECT atrium_dev.machine_now() + atrium_dev.clock_offset()';
CREATE OR REPLACE FUNCTION pg_catalog.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
  AS 'SELECT atrium_dev.machine_statement_timestamp() + atrium_dev.clock_offset()';
CREATE OR REPLACE FUNCTION pg_catalog.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
  AS 'SELECT atrium_dev.machine_clock_timestamp() + atrium_dev.clock_offset()';
CREATE OR REPLACE FUNCTION pg_catalog.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE
  AS 'SELECT atrium_dev.new_id()';

-- CURRENT_TIMESTAMP is no function but a word of the grammar. Only defaults have it.
DO $$
DECLARE
  stored record;
BEGIN
  FOR stored IN
    SELECT d.adrelid::regclass AS relation, a.attname AS name
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE pg_get_expr(d.adbin, d.adrelid) ILIKE '%CURRENT_TIMESTAMP%'
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT now()', stored.relation, stored.name);
  END LOOP;
END $$;
RESET allow_system_table_mods;`;

/** Installs a movable clock in a database. Only a superuser can.
 *  @param client of the superuser, in a migrated database that no other process uses */
export async function installDatabaseClock(client: ClientBase): Promise<void> {
  await client.query(INSTALL);
}

/** Returns how far the database's clock is ahead of its server's, in milliseconds. */
export async function readDatabaseOffset(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ ms: string }>(
    `SELECT COALESCE(pg_sequence_last_value('${OFFSET}'::regclass), 0) AS ms`,
  );
  return Number(rows[0]?.ms ?? 0);
}

/** Sets the offset, immediately and for all connections. */
export async function writeDatabaseOffset(client: ClientBase, ms: number): Promise<void> {
  await client.query(`SELECT setval('${OFFSET}', $1)`, [ms]);
}
