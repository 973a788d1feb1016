-- PostgreSQL 16 and 17 do not tell what a row was before an upsert (RETURNING old): it is read before.

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
