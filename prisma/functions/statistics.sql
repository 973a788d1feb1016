-- Counting what the audit trail holds, so that no page counts it by itself.

-- The smallest id that a row of this moment can have (UUID version 7 begins with milliseconds).
CREATE OR REPLACE FUNCTION atrium_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN rpad(lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

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
  seen AS MATERIALIZED (
    SELECT tenant_id, environment_id, (target->>'id')::uuid AS user_id, max((occurred_at AT TIME ZONE 'UTC')::date) AS day
    FROM fresh, jsonb_array_elements(targets) target
    WHERE source = 'service' AND target->>'type' = 'user'
      AND kind IN ('login.succeeded', 'session.created', 'session.reverified', 'session.token_issued')
    GROUP BY 1, 2, 3),
  -- The day that is counted so far, held so that nobody takes it away meanwhile. The insert reads it first.
  before AS MATERIALIZED (
    SELECT known.tenant_id, known.environment_id, known.user_id, known.day
    FROM active_users known JOIN seen USING (tenant_id, environment_id, user_id) FOR UPDATE OF known),
  later AS (
    INSERT INTO active_users AS known (tenant_id, environment_id, user_id, day)
    SELECT s.tenant_id, s.environment_id, s.user_id, s.day
    FROM seen s LEFT JOIN before b USING (tenant_id, environment_id, user_id) WHERE b.day IS NULL OR b.day < s.day
    ON CONFLICT (tenant_id, environment_id, user_id) DO UPDATE SET day = EXCLUDED.day WHERE known.day < EXCLUDED.day
    RETURNING known.tenant_id, known.environment_id, known.user_id, known.day),
  active AS (
    SELECT l.tenant_id, l.environment_id, b.day AS was, l.day AS is_now
    FROM later l LEFT JOIN before b USING (tenant_id, environment_id, user_id)),
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
