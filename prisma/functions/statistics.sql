-- Counting what the audit trail holds, so that no page counts it by itself.

-- The smallest id that a row of this moment can have (UUID version 7 begins with milliseconds).
CREATE OR REPLACE FUNCTION atrium_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN rpad(lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Counts about `at_most` events that were not counted before, a transaction's together. Each is counted once, whoever asks and whatever
-- fails: the counts and the cursor change in one transaction, and the row of the cursor is one worker's at a time. Events commit in another
-- order than their ids, so the cursor is no place in the trail but a snapshot: what it shows is counted (as in atrium_unlogged_events).
-- @returns how many rows of the trail were read; fewer than `at_most` means that nothing is left
CREATE OR REPLACE FUNCTION atrium_count_events(at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c event_cursor;
  shown pg_snapshot;
  was_open xid8[];
  -- Transactions before this one are counted now.
  until xid8;
  -- Events with a greater id are counted whatever their transaction.
  restored_from uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  rows_read int;
BEGIN
  SELECT * INTO c FROM event_cursor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN 0;
  END IF;
  shown := pg_current_snapshot();
  IF pg_snapshot_xmax(c.counted) > pg_snapshot_xmax(shown) THEN
    -- Restored into another server, whose transactions have numbers of their own: go on by the clock this once. What is there and has a
    -- number that this server will give is not counted again then.
    restored_from := atrium_first_id(c.counted_at);
    c.ids_from := COALESCE((SELECT e.id FROM audit_events e ORDER BY e.id DESC LIMIT 1), c.ids_from);
    c.mark := COALESCE((SELECT e.written_in FROM audit_events e WHERE e.written_in IS NOT NULL ORDER BY e.written_in DESC LIMIT 1), c.mark);
    c.counted := shown;
  END IF;
  was_open := ARRAY(SELECT x FROM pg_snapshot_xip(c.counted) x WHERE pg_visible_in_snapshot(x, shown));
  SELECT COALESCE((SELECT (one.written_in::text::numeric + 1)::text::xid8 FROM (
      (SELECT e.written_in FROM audit_events e WHERE e.written_in = ANY (was_open) AND (e.id > c.ids_from OR e.written_in > c.mark)
        ORDER BY e.written_in LIMIT at_most)
      UNION ALL
      (SELECT e.written_in FROM audit_events e
        WHERE e.written_in >= pg_snapshot_xmax(c.counted) AND e.written_in < pg_snapshot_xmax(shown)
          AND pg_visible_in_snapshot(e.written_in, shown) AND (e.id > c.ids_from OR e.written_in > c.mark)
        ORDER BY e.written_in LIMIT at_most)) one
    ORDER BY one.written_in OFFSET at_most - 1 LIMIT 1), pg_snapshot_xmax(shown)) INTO until;

  WITH fresh AS MATERIALIZED (
    SELECT e.tenant_id, e.environment_id, e.source, e.kind, e.targets, e.occurred_at FROM audit_events e
    WHERE e.written_in = ANY (was_open) AND e.written_in < until AND (e.id > c.ids_from OR e.written_in > c.mark)
    UNION ALL
    SELECT e.tenant_id, e.environment_id, e.source, e.kind, e.targets, e.occurred_at FROM audit_events e
    WHERE e.written_in >= pg_snapshot_xmax(c.counted) AND e.written_in < until
      AND pg_visible_in_snapshot(e.written_in, shown) AND (e.id > c.ids_from OR e.written_in > c.mark)
    UNION ALL
    (SELECT e.tenant_id, e.environment_id, e.source, e.kind, e.targets, e.occurred_at FROM audit_events e
     WHERE e.id > restored_from AND e.written_in IS NOT NULL ORDER BY e.id DESC LIMIT 10 * at_most)),
  counted AS (
    INSERT INTO event_counts AS known (tenant_id, environment_id, hour, kind, count)
    SELECT tenant_id, environment_id, date_trunc('hour', occurred_at, 'UTC'),
           CASE source WHEN 'product' THEN 'product' ELSE kind END, count(*)
    FROM fresh WHERE environment_id IS NOT NULL GROUP BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, environment_id, hour, kind) DO UPDATE SET count = known.count + EXCLUDED.count),
  seen AS MATERIALIZED (
    SELECT tenant_id, environment_id, (target->>'id')::uuid AS user_id, max((occurred_at AT TIME ZONE 'UTC')::date) AS day
    FROM fresh, jsonb_array_elements(targets) target
    WHERE environment_id IS NOT NULL AND source = 'service' AND target->>'type' = 'user'
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
  SELECT count(*) INTO rows_read FROM fresh;

  UPDATE event_cursor SET counted = atrium_seen_until(c.counted, shown, until), ids_from = c.ids_from,
    mark = c.mark, counted_at = CASE WHEN until = pg_snapshot_xmax(shown) THEN clock_timestamp() ELSE c.counted_at END;
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
