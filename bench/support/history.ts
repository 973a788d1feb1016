import pg from "pg";

/** How much happened before. */
export interface HistorySize {
  events: number;
  sessions: number;
}

const [MONTHS, WEEKS] = [12, 6];

/** Fills the database of a running service with what a year leaves behind: events of twelve months and sessions of six weeks,
 *  each in its partition, half of them of the environments that are measured. Rows are written before a partition has indexes, and
 *  attaching it builds them: the way in which a year can be seeded within minutes. */
export async function fillHistory(
  adminUrl: string,
  size: HistorySize,
  measured: string[],
): Promise<void> {
  const database = new URL(process.env.DATABASE_URL ?? "").pathname;
  const client = new pg.Client({ connectionString: new URL(database, adminUrl).href });
  await client.connect();
  try {
    await client.query(
      "SET session_replication_role = replica; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'",
    );
    await client.query(
      `CREATE TEMP TABLE crowd AS
       SELECT row_number() OVER (ORDER BY NOT e.id = ANY ($1::uuid[]), u.id) - 1 AS n, u.tenant_id, u.environment_id, u.id AS user_id
       FROM users u JOIN environments e ON e.id = u.environment_id
       WHERE e.id = ANY ($1::uuid[]) OR u.id IN (SELECT id FROM users LIMIT 1000)`,
      [measured],
    );
    await fill(client, "audit_events", MONTHS, 30, size.events, EVENT);
    await fill(client, "sessions", WEEKS, 7, size.sessions, SESSION);
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}

/** An id of a moment, as version 7 has it. */
const ID = `(lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5(i::text || at::text), 1, 3) || '8' || substr(md5(at::text || i::text), 1, 15))::uuid`;

const EVENT = `
  (id, tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at, received_at, written_in)
  SELECT ${ID}, tenant_id, environment_id,
    (ARRAY['login.succeeded', 'session.created', 'session.token_issued', 'login.failed'])[1 + i % 4],
    '{"type":"service","id":"login"}', jsonb_build_array(jsonb_build_object('type', 'user', 'id', user_id)),
    '{"ip_address":"198.51.100.7","user_agent":"Mozilla/5.0","request_id":"bench"}', '{"channel":"direct","amr":["pwd"]}',
    at, at, NULL`;

const SESSION = `
  (id, tenant_id, environment_id, user_id, kind, oidc_session_uid, auth_time, amr, last_active_at, created_at, expired_at)
  SELECT ${ID}, tenant_id, environment_id, user_id, (ARRAY['direct', 'hosted'])[1 + i % 2]::session_kind,
    CASE WHEN i % 2 = 1 THEN 'past' || extract(epoch FROM at) || '.' || i END, at, '{pwd}', at, at, at + interval '12 hours'`;

async function fill(
  client: pg.Client,
  parent: string,
  periods: number,
  days: number,
  rows: number,
  columns: string,
): Promise<void> {
  const first = `${parent}_first`;
  const { rows: bounds } = await client.query<{ until: string }>(
    "SELECT atrium_first_id(until_at) AS until FROM atrium_partitions($1) WHERE name = $2",
    [parent, first],
  );
  await client.query(`ALTER TABLE public.${parent} DETACH PARTITION partitions.${first}`);
  let from = "MINVALUE";
  for (let period = periods; period > 0; period -= 1) {
    const name = `${parent}_before_${period}`;
    await client.query(
      `CREATE TABLE partitions.${name} (LIKE public.${parent} INCLUDING DEFAULTS)`,
    );
    await client.query(
      `INSERT INTO partitions.${name} ${columns}
       FROM (SELECT i, now() - ($1::int * $2::int) * interval '1 day' + (i::float8 / $3::int) * ($2::int - 0.5) * interval '1 day' AS at
             FROM generate_series(1, $3::int) i) moments
       JOIN crowd ON crowd.n = i % (SELECT count(*) FROM crowd)`,
      [period, days, Math.ceil(rows / periods)],
    );
    await client.query(`CALL atrium_guard_partition('${parent}', '${name}')`);
    const { rows: ends } = await client.query<{ id: string }>(
      "SELECT atrium_first_id(now() - ($1::int - 1) * $2::int * interval '1 day' - interval '6 hours') AS id",
      [period, days],
    );
    const until = `'${ends[0]?.id}'`;
    await client.query(
      `ALTER TABLE public.${parent} ATTACH PARTITION partitions.${name} FOR VALUES FROM (${from}) TO (${until})`,
    );
    from = until;
  }
  await client.query(
    `ALTER TABLE public.${parent} ATTACH PARTITION partitions.${first} FOR VALUES FROM (${from}) TO ('${bounds[0]?.until}')`,
  );
}
