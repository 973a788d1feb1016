-- AlterTable
-- In two steps, so that no row is written again. What is there already is of no transaction, and is not counted.
ALTER TABLE "audit_events" ADD COLUMN "written_in" xid8;
ALTER TABLE "audit_events" ALTER COLUMN "written_in" SET DEFAULT pg_current_xact_id();

-- CreateTable
CREATE TABLE "event_counts" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "event_counts_pkey" PRIMARY KEY ("tenant_id","environment_id","hour","kind")
);

-- CreateTable
CREATE TABLE "active_users" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "active_users_pkey" PRIMARY KEY ("tenant_id","environment_id","user_id")
);

-- CreateTable
CREATE TABLE "active_user_days" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "users" INTEGER NOT NULL,

    CONSTRAINT "active_user_days_pkey" PRIMARY KEY ("tenant_id","environment_id","day")
);

-- CreateTable
CREATE TABLE "event_cursor" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "counted" pg_snapshot NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL,
    "ids_from" UUID NOT NULL,
    "target" pg_snapshot,
    "target_at" TIMESTAMPTZ(3),
    "place" UUID,
    "mark" xid8 NOT NULL,
    "mark_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_cursor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refused_authorizations" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "oidc_client_id" UUID NOT NULL,
    "cause" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "error_code" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "redirect_uri" TEXT NOT NULL DEFAULT '',
    "times" INTEGER NOT NULL DEFAULT 1,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refused_authorizations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_counts_hour_idx" ON "event_counts"("hour");

-- CreateIndex
CREATE INDEX "active_users_day_idx" ON "active_users"("day");

-- CreateIndex
CREATE INDEX "active_user_days_day_idx" ON "active_user_days"("day");

-- CreateIndex
CREATE INDEX "refused_authorizations_oidc_client_id_last_at_idx" ON "refused_authorizations"("oidc_client_id", "last_at");

-- CreateIndex
CREATE INDEX "refused_authorizations_last_at_idx" ON "refused_authorizations"("last_at");

-- CreateIndex
CREATE UNIQUE INDEX "refused_authorizations_way" ON "refused_authorizations"("oidc_client_id", "cause", "error", "error_code", "description", "redirect_uri");

-- AddForeignKey
ALTER TABLE "event_counts" ADD CONSTRAINT "event_counts_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "active_users" ADD CONSTRAINT "active_users_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "active_user_days" ADD CONSTRAINT "active_user_days_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refused_authorizations" ADD CONSTRAINT "refused_authorizations_tenant_id_environment_id_oidc_clien_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

CALL atrium_isolate('event_counts');
CALL atrium_isolate('active_users');
CALL atrium_isolate('active_user_days');
CALL atrium_isolate('refused_authorizations');
CALL atrium_relate_environment('event_counts');
CALL atrium_relate_environment('active_users');
CALL atrium_relate_environment('active_user_days');
CALL atrium_relate_environment('refused_authorizations');

-- Only the function below counts.
REVOKE INSERT, UPDATE, DELETE ON event_counts, active_users, active_user_days, event_cursor FROM atrium_app;
ALTER TABLE event_cursor ADD CONSTRAINT event_cursor_one_row CHECK (id);

-- What did not get through, and who was invited and has not come: the few of many.
CREATE INDEX mail_messages_failed ON mail_messages (tenant_id, environment_id, created_at) WHERE status = 'failed';
CREATE INDEX logout_deliveries_failing ON logout_deliveries (tenant_id, environment_id, created_at) WHERE status <> 'delivered';
CREATE INDEX one_time_secrets_open_invitations ON one_time_secrets (tenant_id, environment_id, expires_at)
  WHERE purpose IN ('invitation', 'onboarding') AND consumed_at IS NULL AND withdrawn_at IS NULL;

-- Counting what the audit trail holds, so that no page counts it by itself.

-- The smallest id that a row of this moment can have (UUID version 7 begins with milliseconds).
CREATE OR REPLACE FUNCTION atrium_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN rpad(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Counts at most `at_most` events that were not counted before. Each is counted once, whoever asks and whatever fails: the counts
-- and the cursor change in one transaction, and the row of the cursor is one worker's at a time. Events commit in another order
-- than their ids, so the cursor is no place in the trail but a snapshot: what it shows is counted. `target` is the snapshot that is
-- being counted, which may take several calls.
-- @returns how many rows of the trail were read; fewer than `at_most` means that nothing is left
CREATE OR REPLACE FUNCTION atrium_count_events(at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- An id is made a moment before its row has a transaction. No statement takes as long as this.
  margin CONSTANT interval := '2 minutes';
  c event_cursor;
  rows_read int;
  last_read uuid;
BEGIN
  SELECT * INTO c FROM event_cursor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  IF pg_snapshot_xmax(c.counted) > pg_snapshot_xmax(pg_current_snapshot()) THEN
    -- Restored into another server, whose transactions have numbers of their own: go on by the clock this once.
    c.counted := '1:1:';
    c.ids_from := atrium_first_id(c.counted_at);
    c.mark := pg_snapshot_xmax(pg_current_snapshot());
    c.mark_at := clock_timestamp();
    c.target := NULL;
  END IF;
  IF c.target IS NULL THEN
    c.target_at := clock_timestamp();
    c.target := pg_current_snapshot();
    c.place := c.ids_from;
  END IF;

  WITH scanned AS MATERIALIZED (
    SELECT id, tenant_id, environment_id, source, kind, targets, occurred_at, written_in
    FROM audit_events WHERE id > c.place ORDER BY id LIMIT at_most),
  fresh AS (
    SELECT * FROM scanned
    WHERE environment_id IS NOT NULL
      AND NOT pg_visible_in_snapshot(written_in, c.counted) AND pg_visible_in_snapshot(written_in, c.target)),
  counted AS (
    INSERT INTO event_counts AS known (tenant_id, environment_id, hour, kind, count)
    SELECT tenant_id, environment_id, date_trunc('hour', occurred_at, 'UTC'),
           CASE source WHEN 'product' THEN 'product' ELSE kind END, count(*)
    FROM fresh GROUP BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, environment_id, hour, kind) DO UPDATE SET count = known.count + EXCLUDED.count),
  active AS (
    INSERT INTO active_users AS known (tenant_id, environment_id, user_id, day)
    SELECT tenant_id, environment_id, (target->>'id')::uuid, max((occurred_at AT TIME ZONE 'UTC')::date)
    FROM fresh, jsonb_array_elements(targets) target
    WHERE source = 'service' AND target->>'type' = 'user'
      AND kind IN ('login.succeeded', 'session.created', 'session.reverified', 'session.token_issued')
    GROUP BY 1, 2, 3
    ON CONFLICT (tenant_id, environment_id, user_id) DO UPDATE SET day = EXCLUDED.day WHERE known.day < EXCLUDED.day
    RETURNING known.tenant_id, known.environment_id, old.day AS was, new.day AS is_now),
  moved AS (
    INSERT INTO active_user_days AS known (tenant_id, environment_id, day, users)
    SELECT tenant_id, environment_id, day, sum(users) FROM (
      SELECT tenant_id, environment_id, is_now AS day, 1 AS users FROM active
      UNION ALL SELECT tenant_id, environment_id, was, -1 FROM active WHERE was IS NOT NULL) changes
    GROUP BY 1, 2, 3
    ON CONFLICT (tenant_id, environment_id, day) DO UPDATE SET users = known.users + EXCLUDED.users)
  SELECT count(*), (SELECT id FROM scanned ORDER BY id DESC LIMIT 1) INTO rows_read, last_read FROM scanned;

  IF rows_read >= at_most THEN
    c.place := last_read;
  ELSE
    -- Nothing is left of what began before the mark: whatever is uncounted got its transaction after it.
    IF pg_snapshot_xmin(c.target) >= c.mark THEN
      c.ids_from := atrium_first_id(c.mark_at - margin);
      c.mark := pg_snapshot_xmax(c.target);
      c.mark_at := c.target_at;
    END IF;
    c.counted := c.target;
    c.counted_at := c.target_at;
    c.target := NULL;
    c.target_at := NULL;
    c.place := NULL;
  END IF;
  UPDATE event_cursor SET counted = c.counted, counted_at = c.counted_at, ids_from = c.ids_from, target = c.target,
    target_at = c.target_at, place = c.place, mark = c.mark, mark_at = c.mark_at;
  RETURN rows_read;
END $$;

-- How busy each tenant is: the busiest first. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_activity(since timestamptz, at_most int)
RETURNS TABLE (public_id text, name text, status tenant_status, sign_ins bigint, failures bigint, lockouts bigint, active_users bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH counts AS (
    SELECT c.tenant_id,
           coalesce(sum(c.count) FILTER (WHERE c.kind = 'login.succeeded'), 0) AS sign_ins,
           coalesce(sum(c.count) FILTER (WHERE c.kind = 'login.failed'), 0) AS failures,
           coalesce(sum(c.count) FILTER (WHERE c.kind = 'login.locked'), 0) AS lockouts
    FROM event_counts c WHERE c.hour >= since GROUP BY c.tenant_id),
  active AS (
    SELECT d.tenant_id, sum(d.users) AS users FROM active_user_days d
    WHERE d.day > (now() AT TIME ZONE 'UTC')::date - 30 GROUP BY d.tenant_id)
  SELECT t.public_id, t.name, t.status, coalesce(c.sign_ins, 0), coalesce(c.failures, 0), coalesce(c.lockouts, 0),
         coalesce(a.users, 0)
  FROM tenants t LEFT JOIN counts c ON c.tenant_id = t.id LEFT JOIN active a ON a.tenant_id = t.id
  WHERE atrium_is_platform() AND t.id <> (SELECT platform_tenant_id FROM platform)
  ORDER BY coalesce(c.sign_ins, 0) DESC, coalesce(c.failures, 0) DESC, lower(t.name), t.id
  LIMIT at_most
$$;

-- Sign-ins, failures and lockouts of all tenants by hour. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_event_counts(since timestamptz)
RETURNS TABLE (hour timestamptz, kind text, count bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.hour, c.kind, sum(c.count) FROM event_counts c
  WHERE atrium_is_platform() AND c.hour >= since AND c.kind IN ('login.succeeded', 'login.failed', 'login.locked')
  GROUP BY c.hour, c.kind
$$;

-- How many messages and logouts of all tenants did not get through since a moment. It answers nothing unless the transaction is
-- bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_failures(since timestamptz)
RETURNS TABLE (failed_mail bigint, failed_logouts bigint, waiting_logouts bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*) FROM mail_messages m WHERE m.status = 'failed' AND m.created_at >= since),
         (SELECT count(*) FROM logout_deliveries d WHERE d.status = 'failed' AND d.created_at >= since),
         (SELECT count(*) FROM logout_deliveries d WHERE d.status = 'pending' AND d.attempts > 0)
  WHERE atrium_is_platform()
$$;

-- Counting begins here.
INSERT INTO event_cursor (counted, counted_at, ids_from, mark, mark_at)
VALUES (pg_current_snapshot(), now(), atrium_first_id(now() - interval '2 minutes'), pg_snapshot_xmax(pg_current_snapshot()), now());

-- Clears at most `at_most` rows of one kind, of every tenant, that ended more than `keep_seconds` ago by this server's clock. It
-- skips a row that somebody holds: a sweep waits for nobody while it holds rows, so it can't deadlock with requests, and the next
-- sweep finds the row. The caller says how long rows are kept, and the function keeps them at least as long as the service
-- promises.
CREATE OR REPLACE FUNCTION atrium_sweep(subject text, keep_seconds double precision, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hour CONSTANT double precision := 3600;
  day CONSTANT double precision := 86400;
  kind record;
  doomed tid[];
  swept int;
BEGIN
  SELECT * INTO kind FROM (VALUES
    -- name, table, when a row ended (as its index has it), which rows, seconds that they are kept at the least
    ('oidc_payloads',      'oidc_payloads',      'expires_at', 'true', hour),
    -- An authorization that nobody finished is worth nothing from the moment that it ends.
    ('interactions',       'oidc_payloads',      'expires_at', 'model = ''Interaction''', 0),
    ('one_time_secrets',   'one_time_secrets',   'expires_at', 'true', day),
    ('login_codes',        'login_codes',        'expires_at', 'true', day),
    ('used_proofs',        'used_proofs',        'expires_at', 'true', hour),
    ('exchanged_tokens',   'exchanged_tokens',   'expires_at', 'true', hour),
    ('rate_limit_buckets', 'rate_limit_buckets', 'expire', 'true', hour),
    ('unsent_mail',        'mail_messages',      'created_at', 'status = ''queued''', day),
    ('mail_messages',      'mail_messages',      'created_at', 'status <> ''queued''', day),
    ('unmade_deliveries',  'logout_deliveries',  'created_at', 'status = ''pending''', day),
    ('logout_deliveries',  'logout_deliveries',  'finished_at', 'true', day),
    -- A session stays as long as anything that came out of it, which is listed and ended by it.
    ('sessions',           'sessions',           'LEAST(revoked_at, expired_at)',
       '(revoked_at IS NOT NULL OR expired_at IS NOT NULL) AND NOT EXISTS (SELECT FROM oidc_payloads p
          WHERE p.tenant_id = s.tenant_id AND p.environment_id = s.environment_id AND p.uid = s.oidc_session_uid
            AND p.model IN (''Session'', ''AuthorizationCode'', ''AccessToken'', ''RefreshToken''))', day),
    ('trusted_devices',    'trusted_devices',    'LEAST(revoked_at, expires_at)', 'true', day),
    ('event_counts',       'event_counts',       'hour', 'true', 31 * day),
    -- Thirty days are shown, in UTC: a day ends a day after it began.
    ('active_users',       'active_users',       'day', 'true', 32 * day),
    ('active_user_days',   'active_user_days',   'day', 'true', 32 * day),
    ('refused_authorizations', 'refused_authorizations', 'last_at', 'true', day)
  ) AS kinds (name, swept_table, ended, rows, least_seconds) WHERE name = subject;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing called % is swept', subject;
  END IF;

  EXECUTE format('SELECT ARRAY(SELECT ctid FROM %I s WHERE %s < %s AND %s ORDER BY %2$s LIMIT $2 FOR UPDATE SKIP LOCKED)',
    kind.swept_table, kind.ended,
    -- A bucket ends at a number: milliseconds since 1970.
    CASE kind.ended WHEN 'expire' THEN '((extract(epoch FROM now()) - $1) * 1000)::bigint'
                    ELSE 'now() - make_interval(secs => $1)' END,
    kind.rows)
  INTO doomed USING GREATEST(keep_seconds, kind.least_seconds), at_most;

  -- What a row has below it goes first.
  IF subject = 'logout_deliveries' THEN
    DELETE FROM logout_attempts
    WHERE delivery_id IN (SELECT id FROM logout_deliveries WHERE ctid = ANY (doomed));
  ELSIF subject = 'sessions' THEN
    DELETE FROM session_clients WHERE session_id IN (SELECT id FROM sessions WHERE ctid = ANY (doomed));
  END IF;

  -- What was promised to somebody and no job will do any more has failed; everything else is deleted.
  IF subject = 'unsent_mail' THEN
    UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
           last_error = COALESCE(last_error, 'no worker took it for a day')
    WHERE ctid = ANY (doomed);
  ELSIF subject = 'unmade_deliveries' THEN
    UPDATE logout_deliveries SET status = 'failed', next_attempt_at = NULL, finished_at = now()
    WHERE ctid = ANY (doomed);
  ELSE
    EXECUTE format('DELETE FROM %I WHERE ctid = ANY ($1)', kind.swept_table) USING doomed;
  END IF;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END $$;
