-- A tamper-evident log of each tenant's audit events (docs/decisions/036-the-trail-is-a-log.md).
ALTER TYPE "signing_key_purpose" ADD VALUE 'audit_checkpoint';

-- The cursors of the log and of counting go by the transactions that wrote the events: no clock that goes back has them pass one over.

-- What is half counted is counted to its end: the new cursor is a snapshot and no place.
-- allow opaque: it holds one row, which the worker leaves alone while somebody does
DO $$
BEGIN
  PERFORM FROM event_cursor FOR UPDATE;
  WHILE EXISTS (SELECT FROM event_cursor WHERE target IS NOT NULL) LOOP
    PERFORM atrium_count_events(20000);
  END LOOP;
END $$;

UPDATE event_cursor SET ids_from = '00000000-0000-0000-0000-000000000000';

-- The snapshot that shows what `seen` shows, and of the transactions before `until` what a later snapshot shows. A cursor that is such a
-- snapshot knows each transaction whose events it has passed by its number, so that no clock moves it and no open transaction holds it.
CREATE OR REPLACE FUNCTION atrium_seen_until(seen pg_snapshot, later pg_snapshot, until xid8) RETURNS pg_snapshot
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT (COALESCE(open[1], ending)::text || ':' || ending::text || ':' || array_to_string(open, ','))::pg_snapshot
  FROM (SELECT GREATEST(pg_snapshot_xmax(seen), until) AS ending, ARRAY(
      SELECT x FROM pg_snapshot_xip(seen) x WHERE x >= until OR NOT pg_visible_in_snapshot(x, later)
      UNION ALL SELECT x FROM pg_snapshot_xip(later) x WHERE x >= pg_snapshot_xmax(seen) AND x < until
      ORDER BY 1) AS open) parts
$$;

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

CREATE TABLE "audit_logs" (
    "tenant_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "checkpoint" TEXT NOT NULL,
    "checkpoint_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_at" TIMESTAMPTZ(3),
    "refused_from" xid8,

    CONSTRAINT "audit_logs_pkey" PRIMARY KEY ("tenant_id")
);

ALTER TABLE "audit_logs" ADD CONSTRAINT "audit_logs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id")
    ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('audit_logs');

CREATE TABLE "audit_log_entries" (
    "event_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID,
    "position" BIGINT NOT NULL,
    "entry" BYTEA NOT NULL,
    "record_salt" BYTEA,
    "actor_salt" BYTEA,
    "targets_salt" BYTEA,
    "context_salt" BYTEA,
    "metadata_salt" BYTEA,

    CONSTRAINT "audit_log_entries_pkey" PRIMARY KEY ("event_id")
) PARTITION BY RANGE ("event_id");

CREATE INDEX "audit_log_entries_tenant_id_position_idx" ON "audit_log_entries"("tenant_id", "position");
CALL atrium_isolate('audit_log_entries');
CALL atrium_relate_environment('audit_log_entries');

CREATE TABLE "audit_log_hashes" (
    "tenant_id" UUID NOT NULL,
    "level" SMALLINT NOT NULL,
    "position" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_log_hashes_pkey" PRIMARY KEY ("tenant_id", "level", "position")
);

CALL atrium_isolate('audit_log_hashes');

CREATE TABLE "audit_log_tiles" (
    "tenant_id" UUID NOT NULL,
    "level" SMALLINT NOT NULL,
    "number" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL,

    CONSTRAINT "audit_log_tiles_pkey" PRIMARY KEY ("tenant_id", "level", "number")
);

ALTER TABLE "audit_log_tiles" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;
CALL atrium_isolate('audit_log_tiles');

-- All that is there is looked through once: `look_from` begins with the first id.
CREATE TABLE "audit_log_cursor" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "caught_up_at" TIMESTAMPTZ(3) NOT NULL DEFAULT to_timestamp(0),
    "seen" pg_snapshot NOT NULL DEFAULT pg_current_snapshot(),
    "look_from" UUID DEFAULT '00000000-0000-0000-0000-000000000000',
    "pass_from" xid8 NOT NULL DEFAULT '0'::xid8,

    CONSTRAINT "audit_log_cursor_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "audit_log_cursor" ADD CONSTRAINT "audit_log_cursor_one_row" CHECK ("id");
INSERT INTO "audit_log_cursor" DEFAULT VALUES;

CREATE TABLE "audit_log_followed" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "until" TIMESTAMPTZ(3) NOT NULL DEFAULT to_timestamp(0),

    CONSTRAINT "audit_log_followed_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "audit_log_followed" ADD CONSTRAINT "audit_log_followed_one_row" CHECK ("id");
INSERT INTO "audit_log_followed" DEFAULT VALUES;
REVOKE INSERT, DELETE, TRUNCATE ON "audit_log_followed" FROM atrium_app;

-- Whatever the application's role may do elsewhere, it only reads here: `atrium_append_to_logs` alone writes.
REVOKE ALL ON "audit_logs", "audit_log_entries", "audit_log_hashes", "audit_log_tiles", "audit_log_cursor" FROM atrium_app;

GRANT SELECT ON "audit_logs", "audit_log_entries", "audit_log_hashes", "audit_log_tiles", "audit_log_cursor" TO atrium_app;

CREATE TABLE "audit_witness_notes" (
    "tenant_id" UUID NOT NULL,
    "witness" TEXT NOT NULL,
    "size" BIGINT NOT NULL DEFAULT 0,
    "checkpoint" TEXT,
    "cosignature" TEXT,
    "cosigned_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,

    CONSTRAINT "audit_witness_notes_pkey" PRIMARY KEY ("tenant_id", "witness")
);

CREATE INDEX "audit_witness_notes_next_attempt_at_idx" ON "audit_witness_notes"("next_attempt_at");
ALTER TABLE "audit_witness_notes" ADD CONSTRAINT "audit_witness_notes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id")
    ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "audit_witness_notes" ADD CONSTRAINT "audit_witness_notes_cosigned" CHECK
    ((size > 0) = (checkpoint IS NOT NULL AND cosignature IS NOT NULL AND cosigned_at IS NOT NULL));
CALL atrium_isolate('audit_witness_notes');

CREATE TABLE "audit_auditors" (
    "tenant_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "sent_on" DATE,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_auditors_pkey" PRIMARY KEY ("tenant_id")
);

ALTER TABLE "audit_auditors" ADD CONSTRAINT "audit_auditors_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id")
    ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('audit_auditors');

-- allow opaque: it makes the first partition of a table that is new
DO $$
DECLARE
  until_at timestamptz := atrium_partition_end('audit_log_entries', now());
BEGIN
  CREATE TABLE partitions.audit_log_entries_first (LIKE public.audit_log_entries INCLUDING ALL);
  EXECUTE format('ALTER TABLE public.audit_log_entries ATTACH PARTITION partitions.audit_log_entries_first FOR VALUES FROM (MINVALUE) TO (%L)',
    atrium_first_id(until_at));
END $$;

CALL atrium_add_partition('audit_log_entries', 'audit_log_entries_default', NULL, NULL);
SELECT atrium_make_partitions();

-- The next events that no log has, of every tenant; it holds the cursor until the transaction ends, and answers nothing while another
-- sequencer holds it. `seen` is the snapshot that was looked at last: every event that it shows is in its log, or the log is refused.
-- So the next ones are those of transactions that a snapshot of now shows and `seen` does not, whatever their ids and times say. What came
-- without a transaction's number that this server gave (an archive, a dump, a version that had no log, the time of a log's refusal) is
-- looked for by id from `look_from` on, a stretch each time, until all of it was looked through.
-- It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_unlogged_events(at_most int)
RETURNS TABLE (tenant_id uuid, tenant_public_id text, environment_id uuid, id uuid, kind text, source audit_source, event_id uuid, environment text,
  actor jsonb, targets jsonb, context jsonb, metadata jsonb, occurred_at timestamptz, received_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  stretch CONSTANT int := 20000;
  c audit_log_cursor;
  shown pg_snapshot;
  was_open xid8[];
  ids uuid[];
  missing uuid[];
  last_xid xid8;
  looked int;
  last_id uuid;
  is_due boolean;
BEGIN
  IF NOT atrium_is_platform() THEN
    RETURN;
  END IF;
  SELECT * INTO c FROM audit_log_cursor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  shown := pg_current_snapshot();
  IF pg_snapshot_xmax(c.seen) > pg_snapshot_xmax(shown) THEN
    -- Restored into another server, whose transactions have numbers of their own: everything that is there is looked through once.
    c.seen := shown;
    c.look_from := '00000000-0000-0000-0000-000000000000';
  END IF;
  -- A look that found nothing is not worth a write: the next one looks back a little further.
  is_due := c.look_from IS NOT NULL OR pg_snapshot_xmax(shown)::text::numeric - pg_snapshot_xmax(c.seen)::text::numeric > 1000;
  c.pass_from := CASE WHEN c.look_from IS NULL THEN pg_snapshot_xmin(c.seen) ELSE '0' END;
  was_open := ARRAY(SELECT x FROM pg_snapshot_xip(c.seen) x WHERE pg_visible_in_snapshot(x, shown));
  -- In the order of their transactions. Each event is looked up in the logs by itself: joined, all entries might be read.
  WITH ended AS (
    SELECT e.id, e.written_in FROM audit_events e
    WHERE e.written_in = ANY (was_open)
      AND (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL
      AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL)
    ORDER BY e.written_in, e.id LIMIT at_most),
  begun AS (
    SELECT e.id, e.written_in FROM audit_events e
    WHERE e.written_in >= pg_snapshot_xmax(c.seen) AND e.written_in < pg_snapshot_xmax(shown) AND pg_visible_in_snapshot(e.written_in, shown)
      AND (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL
      AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL)
    ORDER BY e.written_in, e.id LIMIT at_most),
  fresh AS (
    SELECT * FROM (TABLE ended UNION ALL TABLE begun) both_kinds ORDER BY written_in, id LIMIT at_most)
  SELECT COALESCE(array_agg(f.id), '{}'), (array_agg(f.written_in ORDER BY f.written_in DESC))[1] INTO ids, last_xid FROM fresh f;
  IF cardinality(ids) >= at_most THEN
    -- The last transaction may have more.
    c.seen := atrium_seen_until(c.seen, shown, last_xid);
  ELSE
    c.seen := shown;
    IF c.look_from IS NOT NULL THEN
      WITH looked_at AS MATERIALIZED (
        SELECT e.id, e.tenant_id FROM audit_events e WHERE e.id > c.look_from ORDER BY e.id LIMIT stretch)
      SELECT count(*), (array_agg(a.id ORDER BY a.id DESC))[1], ARRAY(
          SELECT m.id FROM looked_at m
          WHERE (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = m.id) IS NULL
            AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = m.tenant_id AND g.refused_at IS NOT NULL)
          ORDER BY m.id LIMIT at_most - cardinality(ids))
        INTO looked, last_id, missing FROM looked_at a;
      c.look_from := CASE WHEN cardinality(ids) + cardinality(missing) >= at_most THEN missing[cardinality(missing)]
        WHEN looked >= stretch THEN last_id END;
      ids := ARRAY(SELECT unnest(ids) UNION SELECT unnest(missing));
    END IF;
  END IF;
  IF cardinality(ids) > 0 OR is_due THEN
    UPDATE audit_log_cursor SET seen = c.seen, look_from = c.look_from, pass_from = c.pass_from, caught_up_at = clock_timestamp();
  END IF;
  RETURN QUERY
    SELECT e.tenant_id, t.public_id, e.environment_id, e.id, e.kind, e.source, e.event_id,
      (SELECT n.key FROM environments n WHERE n.id = e.environment_id), e.actor, e.targets, e.context, e.metadata, e.occurred_at, e.received_at
    FROM audit_events e JOIN tenants t ON t.id = e.tenant_id
    WHERE e.id = ANY (ids) ORDER BY e.written_in, e.id;
END $$;

-- Whether a look for events that no log has (atrium_unlogged_events) may find some, or has to note how far it came: what a sequencer asks
-- before it makes a transaction of its own, since mostly nothing happens. It answers no unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_may_have_unlogged_events() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c audit_log_cursor;
  shown CONSTANT pg_snapshot := pg_current_snapshot();
  transactions numeric;
BEGIN
  IF NOT atrium_is_platform() THEN
    RETURN false;
  END IF;
  SELECT * INTO c FROM audit_log_cursor;
  transactions := pg_snapshot_xmax(shown)::text::numeric - pg_snapshot_xmax(c.seen)::text::numeric;
  RETURN c.look_from IS NOT NULL OR transactions < 0 OR transactions > 1000
    OR EXISTS (
      SELECT FROM audit_events e
      WHERE e.written_in = ANY (ARRAY(SELECT x FROM pg_snapshot_xip(c.seen) x WHERE pg_visible_in_snapshot(x, shown)))
        AND (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL
        AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL))
    OR EXISTS (
      SELECT FROM audit_events e
      WHERE e.written_in >= pg_snapshot_xmax(c.seen) AND e.written_in < pg_snapshot_xmax(shown) AND pg_visible_in_snapshot(e.written_in, shown)
        AND (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL
        AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL));
END $$;

-- How far the logs of some tenants are. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_logs_of(tenant_ids uuid[]) RETURNS TABLE (tenant_id uuid, origin text, size bigint, checkpoint text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT g.tenant_id, g.origin, g.size, g.checkpoint FROM audit_logs g WHERE atrium_is_platform() AND g.tenant_id = ANY (tenant_ids)
$$;

-- The hashes of some tenants' logs that are in no whole tile yet, a row for each level. It answers nothing unless the transaction is
-- bound to the platform.
CREATE OR REPLACE FUNCTION atrium_pending_hashes(tenant_ids uuid[]) RETURNS TABLE (tenant_id uuid, level smallint, hashes bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT h.tenant_id, h.level, string_agg(h.hash, ''::bytea ORDER BY h.position) FROM audit_log_hashes h
  WHERE atrium_is_platform() AND h.tenant_id = ANY (tenant_ids) GROUP BY h.tenant_id, h.level
$$;

-- Has the sequencer leave some tenants' events alone from its pass of now on, because their logs are not as they were signed. It does
-- nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_refuse_logs(tenant_ids uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_logs SET refused_at = clock_timestamp(), refused_from = (SELECT pass_from FROM audit_log_cursor)
  WHERE atrium_is_platform() AND tenant_id = ANY (tenant_ids) AND refused_at IS NULL
$$;

-- Appends to the logs of several tenants what a sequencer has made of events that `atrium_unlogged_events` answered in the same
-- transaction. Whoever grew a log meanwhile makes it fail as a whole. Bytes come one after the other, because an array of bytes is
-- written and read as text.
-- @param entries those of `entry_ends`, which says where each one ends
-- @param salts five of each entry
CREATE OR REPLACE FUNCTION atrium_append_to_logs(
  log_tenants uuid[], origins text[], old_sizes bigint[], new_sizes bigint[], checkpoints text[],
  entry_tenants uuid[], environments uuid[], events uuid[], positions bigint[], entry_ends int[], entries bytea, salts bytea,
  tile_tenants uuid[], tile_levels smallint[], tile_numbers bigint[], tile_hashes bytea,
  hash_tenants uuid[], hash_levels smallint[], hash_positions bigint[], hashes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  grown int;
BEGIN
  IF NOT atrium_is_platform() THEN
    RAISE EXCEPTION 'only the platform appends to logs' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit_logs AS g (tenant_id, origin, size, checkpoint, checkpoint_at)
  SELECT one.tenant_id, one.origin, one.new_size, one.checkpoint, clock_timestamp()
  FROM unnest(log_tenants, origins, old_sizes, new_sizes, checkpoints) AS one (tenant_id, origin, old_size, new_size, checkpoint)
  ON CONFLICT (tenant_id) DO UPDATE SET size = EXCLUDED.size, checkpoint = EXCLUDED.checkpoint, checkpoint_at = EXCLUDED.checkpoint_at
  WHERE g.size = old_sizes[array_position(log_tenants, g.tenant_id)] AND g.origin = EXCLUDED.origin;
  GET DIAGNOSTICS grown = ROW_COUNT;
  IF grown <> cardinality(log_tenants) THEN
    RAISE EXCEPTION 'a log grew meanwhile' USING ERRCODE = 'serialization_failure';
  END IF;
  INSERT INTO audit_log_entries (event_id, tenant_id, environment_id, position, entry,
    record_salt, actor_salt, targets_salt, context_salt, metadata_salt)
  SELECT one.event_id, one.tenant_id, one.environment_id, one.position,
    substring(entries FROM COALESCE(entry_ends[one.at - 1], 0) + 1 FOR entry_ends[one.at] - COALESCE(entry_ends[one.at - 1], 0)),
    substring(salts FROM one.at * 80 - 79 FOR 16), substring(salts FROM one.at * 80 - 63 FOR 16),
    substring(salts FROM one.at * 80 - 47 FOR 16), substring(salts FROM one.at * 80 - 31 FOR 16),
    substring(salts FROM one.at * 80 - 15 FOR 16)
  FROM (SELECT u.*, u.ordinality::int AS at FROM unnest(events, entry_tenants, environments, positions) WITH ORDINALITY
          AS u (event_id, tenant_id, environment_id, position, ordinality)) one;
  INSERT INTO audit_log_tiles (tenant_id, level, number, hashes)
  SELECT tile.tenant_id, tile.level, tile.number, substring(tile_hashes FROM tile.at::int * 8192 - 8191 FOR 8192)
  FROM unnest(tile_tenants, tile_levels, tile_numbers) WITH ORDINALITY AS tile (tenant_id, level, number, at);
  DELETE FROM audit_log_hashes h USING unnest(tile_tenants, tile_levels, tile_numbers) AS tile (tenant_id, level, number)
  WHERE h.tenant_id = tile.tenant_id AND h.level = tile.level AND h.position >= tile.number * 256 AND h.position < (tile.number + 1) * 256;
  INSERT INTO audit_log_hashes (tenant_id, level, position, hash)
  SELECT one.tenant_id, one.level, one.position, substring(hashes FROM one.at::int * 32 - 31 FOR 32)
  FROM unnest(hash_tenants, hash_levels, hash_positions) WITH ORDINALITY AS one (tenant_id, level, position, at);
  PERFORM pg_notify('atrium_audit_log', grew::text) FROM unnest(log_tenants) grew;
END $$;

-- Has the sequencer look again from an id on. The owner alone calls it, once an archive has brought events of long ago.
CREATE OR REPLACE FUNCTION atrium_log_again_from(first uuid) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE audit_log_cursor SET look_from = LEAST(look_from, first)
$$;

REVOKE ALL ON FUNCTION atrium_log_again_from(uuid) FROM PUBLIC;

-- How far the sequencer has looked: events of transactions that the snapshot shows are in their logs, apart from those with an id greater
-- than `look_from`, unless that is null, and from those of refused logs.
CREATE OR REPLACE FUNCTION atrium_log_place() RETURNS TABLE (seen pg_snapshot, look_from uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT seen, look_from FROM audit_log_cursor
$$;

-- How far the logs of all tenants are: events that are in none yet (more than 10,000 are not told apart) and how long the oldest of
-- them waits; whether the trail is looked through for events that are in none; logs that are refused; and of the witnesses that are
-- named, how many logs each has failed to cosign more than twice. An event's id may be of a clock that was wrong: none waits longer than
-- since the last pass.
CREATE OR REPLACE FUNCTION atrium_log_signals(witnesses text[])
RETURNS TABLE (waiting int, oldest_seconds double precision, looking boolean, refused int, uncosigned int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  most CONSTANT int := 10000;
  c audit_log_cursor;
  ids uuid[];
BEGIN
  SELECT * INTO c FROM audit_log_cursor;
  ids := ARRAY(
    SELECT e.id FROM (
      (SELECT f.id, f.tenant_id FROM audit_events f
        WHERE f.written_in >= pg_snapshot_xmax(c.seen) AND f.written_in < pg_snapshot_xmax(pg_current_snapshot()) LIMIT most)
      UNION (SELECT f.id, f.tenant_id FROM audit_events f WHERE f.written_in = ANY (ARRAY(SELECT pg_snapshot_xip(c.seen))) LIMIT most)
      UNION (SELECT f.id, f.tenant_id FROM audit_events f WHERE f.id > c.look_from ORDER BY f.id LIMIT most)) e
    WHERE (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL
      AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL)
    ORDER BY e.id LIMIT most);
  waiting := cardinality(ids);
  oldest_seconds := CASE waiting WHEN 0 THEN 0 ELSE GREATEST(0, extract(epoch FROM LEAST(
    now() - atrium_moment_of(ids[1]), CASE WHEN c.caught_up_at <= now() THEN now() - c.caught_up_at END))) END;
  looking := c.look_from IS NOT NULL;
  refused := (SELECT count(*) FROM audit_logs g WHERE g.refused_at IS NOT NULL);
  uncosigned := (SELECT count(*) FROM audit_witness_notes n WHERE n.witness = ANY (witnesses) AND n.failures > 2);
  RETURN NEXT;
END $$;

-- The logs that are refused, for operators: whose they are, and since when. It answers nothing unless the transaction is bound to the
-- platform.
CREATE OR REPLACE FUNCTION atrium_refused_logs(at_most int) RETURNS TABLE (public_id text, refused_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.public_id, g.refused_at FROM audit_logs g JOIN tenants t ON t.id = g.tenant_id
  WHERE atrium_is_platform() AND g.refused_at IS NOT NULL ORDER BY g.refused_at LIMIT at_most
$$;

-- Takes what witnesses are to be asked about now: logs that are larger than what they have cosigned, and that nobody asks about. Each
-- is the caller's for ninety seconds. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_claim_cosigning(witnesses text[], at_most int) RETURNS TABLE (tenant_id uuid, witness text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF NOT atrium_is_platform() THEN
    RETURN;
  END IF;
  INSERT INTO audit_witness_notes (tenant_id, witness)
  SELECT g.tenant_id, one.witness FROM audit_logs g CROSS JOIN unnest(witnesses) AS one (witness)
  WHERE NOT EXISTS (SELECT FROM audit_witness_notes n WHERE n.tenant_id = g.tenant_id AND n.witness = one.witness)
  LIMIT at_most ON CONFLICT DO NOTHING;
  RETURN QUERY
    UPDATE audit_witness_notes n SET next_attempt_at = now() + interval '90 seconds'
    FROM (SELECT d.tenant_id, d.witness FROM audit_witness_notes d JOIN audit_logs g ON g.tenant_id = d.tenant_id
          -- Nobody pauses for longer than an hour: a later moment is of a clock that was ahead.
          WHERE d.witness = ANY (witnesses) AND d.next_attempt_at NOT BETWEEN now() AND now() + interval '61 minutes'
            AND g.size <> d.size AND g.refused_at IS NULL
          ORDER BY d.next_attempt_at LIMIT at_most FOR UPDATE OF d SKIP LOCKED) due
    WHERE n.tenant_id = due.tenant_id AND n.witness = due.witness
    RETURNING n.tenant_id, n.witness;
END $$;

-- The active tenants whose auditor was sent nothing today, by this server's clock in UTC.
CREATE OR REPLACE FUNCTION atrium_due_auditors(at_most int) RETURNS TABLE (tenant_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.tenant_id FROM audit_auditors a JOIN tenants t ON t.id = a.tenant_id JOIN audit_logs g ON g.tenant_id = a.tenant_id
  WHERE t.status = 'active' AND (a.sent_on IS NULL OR a.sent_on < (now() AT TIME ZONE 'UTC')::date)
  ORDER BY a.sent_on NULLS FIRST LIMIT at_most
$$;

-- Takes the log of the transaction's tenant up again after it was refused; answers whether it was. The sequencer looks through the trail
-- for what came meanwhile. Before it appends, it compares the log with its checkpoint, and refuses the log anew where they differ: so whoever
-- calls this can't make it sign another past.
CREATE OR REPLACE FUNCTION atrium_resume_log() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A sequencer holds the cursor before it changes a log.
  PERFORM FROM audit_log_cursor FOR UPDATE;
  UPDATE audit_logs SET refused_at = NULL, refused_from = NULL WHERE tenant_id = atrium_tenant() AND refused_at IS NOT NULL;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE audit_log_cursor SET look_from = '00000000-0000-0000-0000-000000000000';
  RETURN true;
END $$;

-- Who holds the cursor of the log or of counting, so that nothing comes into a log, or is counted, meanwhile: for operators, the longest
-- first. No other transaction is waited for, neither of this database nor of another one of the server. It answers nothing unless the
-- transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_cursor_holders()
RETURNS TABLE (cursor_name text, pid int, database text, application text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.relation::regclass::text, l.pid, a.datname::text, a.application_name, a.xact_start
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE atrium_is_platform() AND l.granted AND l.mode <> 'AccessShareLock' AND l.pid <> pg_backend_pid()
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.relation IN ('audit_log_cursor'::regclass, 'event_cursor'::regclass)
  ORDER BY a.xact_start NULLS LAST, l.pid LIMIT 10
$$;

-- Takes the next step of clearing the audit trail: drops a partition of which nobody needs a row any more, or deletes a batch of
-- one tenant's events out of a partition that others still need.
-- @returns what was done, in one row; none when nothing is left to do
CREATE OR REPLACE FUNCTION atrium_retain_events(at_most int) RETURNS TABLE (partition text, did text, rows int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  -- What is not counted, or not in its tenant's log yet, stays: of transactions from `unseen_from` on, or that were open then, or with an
  -- id after `look_from`.
  unseen_from xid8 := (SELECT LEAST(pg_snapshot_xmax(e.counted), pg_snapshot_xmax(l.seen)) FROM event_cursor e, audit_log_cursor l);
  were_open xid8[] := ARRAY(SELECT pg_snapshot_xip(counted) FROM event_cursor UNION SELECT pg_snapshot_xip(seen) FROM audit_log_cursor);
  look_from uuid := (SELECT l.look_from FROM audit_log_cursor l);
  now_at xid8 := pg_snapshot_xmax(pg_current_snapshot());
  default_days int := (SELECT audit_event_days FROM retention_defaults);
  p record;
  keepers uuid[];
  leaver uuid;
  needed boolean;
  gone uuid[];
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('atrium retention', 0)) THEN
    RETURN;
  END IF;
  -- The cursors are of another server, from which this database was restored, and nobody has looked yet.
  IF EXISTS (SELECT FROM event_cursor e, audit_log_cursor l WHERE GREATEST(pg_snapshot_xmax(e.counted), pg_snapshot_xmax(l.seen)) > now_at) THEN
    RETURN;
  END IF;
  FOR p IN SELECT * FROM atrium_partitions('audit_events') part
           WHERE NOT part.is_default AND part.until_at < now() - interval '1 day' LOOP
    CONTINUE WHEN look_from < atrium_first_id(p.until_at);
    EXECUTE format('SELECT EXISTS (SELECT FROM partitions.%1$I WHERE written_in >= $1 AND written_in < $2)
      OR EXISTS (SELECT FROM partitions.%1$I WHERE written_in = ANY ($3))', p.name) INTO needed USING unseen_from, now_at, were_open;
    CONTINUE WHEN needed;
    EXECUTE format('SELECT ARRAY(SELECT g.tenant_id FROM audit_logs g WHERE g.refused_at IS NOT NULL
      AND EXISTS (SELECT FROM partitions.%I e WHERE e.tenant_id = g.tenant_id
        AND (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL))', p.name) INTO keepers;
    keepers := keepers || ARRAY(SELECT t.tenant_id FROM tenant_retention t WHERE t.held_at IS NOT NULL
                                OR p.until_at > now() - make_interval(days => atrium_audit_event_days(t.tenant_id)));
    IF p.until_at <= now() - make_interval(days => default_days) THEN
      EXECUTE format('SELECT EXISTS (SELECT FROM unnest($1) keeper WHERE EXISTS (
        SELECT FROM partitions.%I WHERE tenant_id = keeper))', p.name) INTO needed USING keepers;
      IF NOT needed THEN
        CALL atrium_drop_partition('audit_events', p.name);
        RETURN QUERY SELECT p.name, 'dropped', 0;
        RETURN;
      END IF;
      EXECUTE format('SELECT t.id FROM tenants t WHERE t.id <> ALL ($1)
        AND EXISTS (SELECT FROM partitions.%I WHERE tenant_id = t.id) LIMIT 1', p.name) INTO leaver USING keepers;
    ELSE
      -- The operator's default still keeps it: whoever keeps less leaves.
      EXECUTE format('SELECT t.tenant_id FROM tenant_retention t WHERE t.audit_event_days IS NOT NULL AND t.tenant_id <> ALL ($1)
        AND EXISTS (SELECT FROM partitions.%I WHERE tenant_id = t.tenant_id) LIMIT 1', p.name) INTO leaver USING keepers;
    END IF;
    IF leaver IS NOT NULL THEN
      EXECUTE format('WITH gone AS (DELETE FROM partitions.%1$I WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM partitions.%1$I WHERE tenant_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING id)
        SELECT array_agg(id) FROM gone', p.name) INTO gone USING leaver, at_most;
      rows := COALESCE(cardinality(gone), 0);
      IF rows > 0 THEN
        -- The bytes go with the event. Its hash stays in a tile, or until there is one.
        DELETE FROM audit_log_entries WHERE event_id = ANY (gone);
        partition := p.name;
        did := 'deleted';
        RETURN NEXT;
        RETURN;
      END IF;
    END IF;
  END LOOP;
  -- Entries of events that are gone.
  FOR p IN SELECT * FROM atrium_partitions('audit_log_entries') part
           WHERE NOT part.is_default AND part.until_at < now() - interval '1 day' LOOP
    IF NOT EXISTS (SELECT FROM audit_events e WHERE e.id < atrium_first_id(p.until_at)
        AND e.id >= COALESCE(atrium_first_id(p.from_at), '00000000-0000-0000-0000-000000000000'::uuid)) THEN
      CALL atrium_drop_partition('audit_log_entries', p.name);
      RETURN QUERY SELECT p.name, 'dropped', 0;
      RETURN;
    END IF;
  END LOOP;
END $$;

-- Holds the cursor before events become pseudonyms: what a sequencer commits to is what is there, or the salt below is thrown away.
CREATE OR REPLACE FUNCTION atrium_hold_log() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM audit_log_cursor FOR UPDATE;
  RETURN NULL;
END $$;

-- Throws the salts of those parts of an event away that became pseudonyms. Without its salt, a commitment tells nothing of what it was
-- made from.
CREATE OR REPLACE FUNCTION atrium_throw_salts_away() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE audit_log_entries SET
    actor_salt = CASE WHEN NEW.actor = OLD.actor THEN actor_salt END,
    targets_salt = CASE WHEN NEW.targets = OLD.targets THEN targets_salt END,
    context_salt = CASE WHEN NEW.context = OLD.context THEN context_salt END,
    metadata_salt = CASE WHEN NEW.metadata = OLD.metadata THEN metadata_salt END
  WHERE event_id = NEW.id AND tenant_id = NEW.tenant_id;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_events_hold_log BEFORE UPDATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION atrium_hold_log();
CREATE TRIGGER audit_events_throw_salts_away AFTER UPDATE ON audit_events
  FOR EACH ROW WHEN (OLD.actor <> NEW.actor OR OLD.targets <> NEW.targets OR OLD.context <> NEW.context OR OLD.metadata <> NEW.metadata)
  EXECUTE FUNCTION atrium_throw_salts_away();
