import { profileFields } from "@/lib/core/users/fields";
import { profileList, profileSql } from "@/lib/core/users/profile-sql-store";
import {
  MOST_PROBLEMS,
  problemCodes,
  type RunningImport,
  SUSPENDED_BY_IMPORT,
  type UserImport,
} from "@/lib/features/migration/import/user-import";
import {
  literal,
  lock,
  type Queryable,
  read,
  sql,
  withCachedPlan,
} from "@/lib/kernel/db/queryable";

/** Result of applying some lines of an import. */
export interface AppliedLines {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  refusedByCode: UserImport["refusedByCode"];
  /** Users whose status changed. The caller handles the consequences. */
  suspended: string[];
  reactivated: string[];
}

// One statement over four tables of other folders, for speed: an import of a million users takes two
// thousand of these. A test compares its rows with those of the use cases that it replaces: `createUser`,
// `changeUser` and `placeUser`.

/** Profile of a changed user, and the names of the fields that a line changes. */
const nextProfile = profileSql((column) => sql`COALESCE(j.${column}, u.${column}) AS ${column}`);
const changedNames = profileSql(
  (
    column,
    name,
  ) => sql`CASE WHEN j.${column} IS DISTINCT FROM u.${column} AND j.${column} IS NOT NULL
          THEN ${literal(profileFields[name].column)} END`,
);
const profileSet = profileSql((column) => sql`${column} = c.${column}`);

/** Makes PostgreSQL use indexes until the transaction ends, and plan for any values. An import grows tables
 *  faster than their statistics follow; with stale ones PostgreSQL would scan whole tables for each
 *  batch. */
export async function findByKeys(db: Queryable): Promise<void> {
  await db.query(read`
    SELECT set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`);
}

/** Applies the next lines of an import. Each line is applied or refused as a whole, with its audit events.
 *  A dry run changes nothing, and returns the same counts and problems. Only new users are suspended here:
 *  existing ones have sessions that must end.
 *  @param through the last line to apply
 *  @throws a unique violation if another request created one of the users at the same moment; then nothing
 *  was applied */
export async function applyLines(
  db: Queryable,
  { id, mode, dryRun, applied, refused, actor, context }: RunningImport,
  through: number,
  at: Date,
): Promise<AppliedLines> {
  const stored = {
    ip_address: context.ipAddress,
    user_agent: context.userAgent,
    request_id: context.requestId,
  };
  const statement = lock<AppliedLines>`
    WITH batch AS MATERIALIZED (
      SELECT * FROM user_import_lines
      WHERE tenant_id = ${db.tenantId}::uuid AND import_id = ${id}::uuid
        AND line > ${applied}::int AND line <= ${through}::int),
    asked AS MATERIALIZED (
      SELECT b.line, m.organization, m.role
      FROM batch b CROSS JOIN LATERAL jsonb_to_recordset(b.memberships) AS m (organization text, role text)),
    named AS (SELECT DISTINCT organization AS name FROM asked),
    organization_ids AS MATERIALIZED (
      SELECT DISTINCT ON (f.name) f.name, f.id FROM (
        SELECT n.name, o.id, 1 AS rank FROM named n JOIN organizations o ON o.tenant_id = ${db.tenantId}::uuid
          AND o.id = CASE WHEN n.name ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN n.name::uuid END
        UNION ALL
        SELECT n.name, o.id, 2 FROM named n JOIN organizations o ON o.tenant_id = ${db.tenantId}::uuid AND o.external_id = n.name
        UNION ALL
        SELECT n.name, o.id, 3 FROM named n JOIN organizations o ON o.tenant_id = ${db.tenantId}::uuid AND o.slug = n.name) f
      JOIN workspaces w ON w.environment_id = ${db.environmentId}::uuid AND w.organization_id = f.id
      ORDER BY f.name, f.rank),
    role_ids AS MATERIALIZED (
      SELECT n.role AS name, r.id FROM (SELECT DISTINCT role FROM asked) n
      JOIN roles r ON r.environment_id = ${db.environmentId}::uuid AND (r.key = n.role OR r.id::text = lower(n.role))),
    places AS MATERIALIZED (
      SELECT a.line, o.id AS organization_id, r.id AS role_id
      FROM asked a LEFT JOIN organization_ids o ON o.name = a.organization LEFT JOIN role_ids r ON r.name = a.role),
    judged AS MATERIALIZED (
      SELECT b.*, COALESCE(e.id, m.id) AS user_id, uuidv7() AS new_id,
        CASE
          WHEN EXISTS (SELECT FROM user_import_lines f WHERE f.import_id = b.import_id AND f.email_key = b.email_key
            AND f.line < b.line) THEN 'email_repeated'
          WHEN EXISTS (SELECT FROM user_import_lines f WHERE f.import_id = b.import_id AND f.external_id = b.external_id
            AND f.line < b.line) THEN 'external_id_repeated'
          WHEN e.id <> m.id THEN 'external_id_taken'
          WHEN ${mode}::text = 'new_only' AND (e.id IS NOT NULL OR m.id IS NOT NULL) THEN 'user_exists'
          WHEN e.id IS NULL AND m.external_id <> b.external_id THEN 'external_id_differs'
          WHEN ${mode}::text = 'upsert' AND e.email_key <> b.email_key THEN 'email_differs'
          WHEN b.line IN (SELECT p.line FROM places p WHERE p.organization_id IS NULL) THEN 'organization_unknown'
          WHEN b.line IN (SELECT p.line FROM places p WHERE p.role_id IS NULL) THEN 'role_unknown'
        END AS refusal
      FROM batch b
      -- A range of one key, in its order: without statistics every index looks alike to PostgreSQL, and the one by tenant reads
      -- all users of the environment for each line. Only the index by key has the order.
      LEFT JOIN LATERAL (SELECT u.id, u.email_key FROM users u
        WHERE u.environment_id = ${db.environmentId}::uuid AND u.external_id BETWEEN b.external_id AND b.external_id
        ORDER BY u.external_id LIMIT 1) e ON true
      LEFT JOIN LATERAL (SELECT u.id, u.external_id FROM users u
        WHERE u.environment_id = ${db.environmentId}::uuid AND u.email_key BETWEEN b.email_key AND b.email_key
        ORDER BY u.email_key LIMIT 1) m ON true),
    told AS (
      INSERT INTO user_import_problems (tenant_id, environment_id, import_id, line, email, external_id, code, detail)
      SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, ${id}::uuid, line, email, external_id, refusal,
        ${JSON.stringify(problemCodes)}::jsonb ->> refusal
      FROM judged WHERE refusal IS NOT NULL ORDER BY line LIMIT ${Math.max(0, MOST_PROBLEMS - refused)}::int),
    changes AS MATERIALIZED (
      SELECT j.line, j.user_id, j.password_hash, u.password_hash AS was_hash,
        ${nextProfile}, array_remove(ARRAY[${changedNames}], NULL) AS changed_fields,
        NULLIF(j.status, u.status) AS new_status,
        j.email_verified AND u.email_verified_method IS NULL AS is_vouched_for,
        j.password_hash IS NOT NULL AND (u.password_hash IS NULL OR u.password_changed_at IS NULL
          AND u.last_sign_in_at IS NULL AND u.password_hash <> j.password_hash) AS takes_password
      FROM judged j JOIN users u ON u.id = j.user_id AND u.environment_id = ${db.environmentId}::uuid
      WHERE j.refusal IS NULL AND ${mode}::text = 'upsert'),
    real_changes AS MATERIALIZED (
      SELECT * FROM changes WHERE changed_fields <> '{}' OR is_vouched_for OR takes_password
        OR new_status IS NOT NULL),
    moves AS MATERIALIZED (
      SELECT DISTINCT ON (COALESCE(j.user_id, j.new_id), p.organization_id)
        j.line, COALESCE(j.user_id, j.new_id) AS user_id, j.user_id IS NULL AS is_of_new, p.organization_id, p.role_id
      FROM judged j JOIN places p ON p.line = j.line
      LEFT JOIN memberships h ON h.environment_id = ${db.environmentId}::uuid AND h.user_id = j.user_id
        AND h.organization_id = p.organization_id
      WHERE j.refusal IS NULL AND (j.user_id IS NULL OR ${mode}::text = 'upsert' AND h.role_id IS DISTINCT FROM p.role_id)
      ORDER BY COALESCE(j.user_id, j.new_id), p.organization_id),
    made AS (
      INSERT INTO users (id, tenant_id, environment_id, email, email_key, ${profileList},
        status, suspended_at, suspended_reason, password_hash, email_verified_method, email_verified_at, created_at, updated_at)
      SELECT new_id, ${db.tenantId}::uuid, ${db.environmentId}::uuid, email, email_key, ${profileList},
        COALESCE(status, 'active'), CASE WHEN status = 'suspended' THEN ${at}::timestamptz END,
        CASE WHEN status = 'suspended' THEN ${SUSPENDED_BY_IMPORT}::text END,
        password_hash, CASE WHEN email_verified THEN 'tenant_asserted'::email_verified_method END,
        CASE WHEN email_verified THEN ${at}::timestamptz END, ${at}::timestamptz, ${at}::timestamptz
      FROM judged WHERE refusal IS NULL AND user_id IS NULL AND NOT ${dryRun}::boolean
      RETURNING id, status, email_verified_method, password_hash IS NOT NULL AS has_password),
    changed AS (
      UPDATE users u SET ${profileSet},
        email_verified_method = CASE WHEN c.is_vouched_for AND u.email_verified_method IS NULL
          THEN 'tenant_asserted'::email_verified_method ELSE u.email_verified_method END,
        email_verified_at = CASE WHEN c.is_vouched_for AND u.email_verified_method IS NULL
          THEN ${at}::timestamptz ELSE u.email_verified_at END,
        -- A password that the user has chosen meanwhile stays.
        password_hash = CASE WHEN c.takes_password AND u.password_hash IS NOT DISTINCT FROM c.was_hash
          THEN c.password_hash ELSE u.password_hash END,
        updated_at = ${at}::timestamptz
      FROM real_changes c
      WHERE u.id = c.user_id AND u.environment_id = ${db.environmentId}::uuid AND u.deleted_at IS NULL
        -- Says "none" before anything is read: PostgreSQL may begin with all users of the environment.
        AND NOT ${dryRun}::boolean AND EXISTS (SELECT FROM real_changes)
      RETURNING u.id, c.changed_fields, c.is_vouched_for, c.takes_password),
    placed AS (
      INSERT INTO memberships (tenant_id, environment_id, organization_id, user_id, role_id)
      SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, organization_id, user_id, role_id FROM moves
      WHERE NOT ${dryRun}::boolean AND (NOT is_of_new OR user_id IN (SELECT id FROM made))
      ON CONFLICT (environment_id, organization_id, user_id)
        DO UPDATE SET role_id = EXCLUDED.role_id, updated_at = ${at}::timestamptz
      RETURNING user_id, organization_id, role_id, status, xmax = 0 AS is_new),
    -- A new user is one event, which says what the user came with. A million users are a million events, not three.
    happened AS (
      SELECT 'user.created' AS kind,
        jsonb_build_array(jsonb_build_object('type', 'user', 'id', m.id)) || COALESCE(p.organizations, '[]') AS targets,
        jsonb_strip_nulls(jsonb_build_object('password', CASE WHEN m.has_password THEN 'imported' ELSE 'none' END,
          'import_id', ${id}::text, 'email_verified', m.email_verified_method, 'memberships', p.memberships)) AS metadata
      FROM made m LEFT JOIN (
        SELECT user_id, jsonb_agg(jsonb_build_object('type', 'organization', 'id', organization_id)) AS organizations,
          jsonb_agg(jsonb_build_object('organization_id', organization_id, 'role_id', role_id, 'status', status)) AS memberships
        FROM placed GROUP BY user_id) p ON p.user_id = m.id
      UNION ALL
      SELECT 'user.suspended', jsonb_build_array(jsonb_build_object('type', 'user', 'id', id)),
        jsonb_build_object('reason', ${SUSPENDED_BY_IMPORT}::text, 'sessions', 0, 'devices', 0) FROM made WHERE status = 'suspended'
      UNION ALL
      SELECT 'user.email_verified', jsonb_build_array(jsonb_build_object('type', 'user', 'id', id)),
        '{"method": "tenant_asserted"}'::jsonb FROM changed WHERE is_vouched_for
      UNION ALL
      SELECT 'user.updated', jsonb_build_array(jsonb_build_object('type', 'user', 'id', id)),
        jsonb_build_object('import_id', ${id}::text,
          'fields', changed_fields || CASE WHEN takes_password THEN '{password}'::text[] ELSE '{}' END)
      FROM changed WHERE changed_fields <> '{}' OR takes_password
      UNION ALL
      SELECT CASE WHEN is_new THEN 'membership.added' ELSE 'membership.updated' END,
        jsonb_build_array(jsonb_build_object('type', 'user', 'id', user_id),
          jsonb_build_object('type', 'organization', 'id', organization_id)),
        jsonb_build_object('role_id', role_id, 'status', status) FROM placed
      WHERE user_id NOT IN (SELECT id FROM made)),
    recorded AS (
      INSERT INTO audit_events (tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at)
      SELECT ${db.tenantId}::uuid, ${db.environmentId}::uuid, kind, ${JSON.stringify(actor)}::jsonb, targets,
        ${JSON.stringify(stored)}::jsonb, metadata, ${at}::timestamptz FROM happened)
    SELECT f.created, f.updated, f.refused, f.taken - f.created - f.updated AS unchanged,
      (SELECT COALESCE(jsonb_object_agg(refusal, lines), '{}') FROM (
        SELECT refusal, count(*) AS lines FROM judged WHERE refusal IS NOT NULL GROUP BY refusal) c) AS refused_by_code,
      ARRAY(SELECT user_id FROM real_changes WHERE new_status = 'suspended' AND NOT ${dryRun}::boolean) AS suspended,
      ARRAY(SELECT user_id FROM real_changes WHERE new_status = 'active' AND NOT ${dryRun}::boolean) AS reactivated
    FROM (SELECT
      (SELECT count(*)::int FROM judged WHERE refusal IS NULL) AS taken,
      (SELECT count(*)::int FROM judged WHERE refusal IS NULL AND user_id IS NULL) AS created,
      (SELECT count(*)::int FROM judged WHERE refusal IS NOT NULL) AS refused,
      (SELECT count(*)::int FROM (SELECT line FROM real_changes UNION SELECT line FROM moves WHERE NOT is_of_new) u)
        AS updated) f`;
  const row = await db.first(withCachedPlan(statement));
  if (!row) throw new Error("unreachable: a SELECT without FROM has a row");
  return row;
}
