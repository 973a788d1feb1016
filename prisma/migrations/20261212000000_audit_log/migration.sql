-- A tamper-evident log of each tenant's audit events (docs/decisions/036-the-trail-is-a-log.md).
ALTER TYPE "signing_key_purpose" ADD VALUE 'audit_checkpoint';

CREATE TABLE "audit_logs" (
    "tenant_id" UUID NOT NULL,
    "origin" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "checkpoint" TEXT NOT NULL,
    "checkpoint_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_at" TIMESTAMPTZ(3),

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
-- Hashes don't compress.
ALTER TABLE "audit_log_tiles" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;
CALL atrium_isolate('audit_log_tiles');

CREATE TABLE "audit_log_cursor" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "ids_from" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    "place" UUID,
    "is_far" BOOLEAN NOT NULL DEFAULT true,
    "pass_xmin" xid8,
    "pass_xmax" xid8,
    "pass_at" TIMESTAMPTZ(3),
    "caught_up_at" TIMESTAMPTZ(3) NOT NULL DEFAULT to_timestamp(0),
    "far_at" TIMESTAMPTZ(3) NOT NULL DEFAULT to_timestamp(0),
    "mark" xid8 NOT NULL DEFAULT pg_snapshot_xmax(pg_current_snapshot()),
    "mark_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

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

-- When the partition of a moment begins. A month of events and a week of sessions are a few million rows where a million events a
-- day are written.
CREATE OR REPLACE FUNCTION atrium_partition_start(parent text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT date_trunc(CASE WHEN parent IN ('audit_events', 'audit_log_entries') THEN 'month' WHEN parent = 'sessions' THEN 'week' END, at, 'UTC')
$$;

-- When the partition of a moment ends.
CREATE OR REPLACE FUNCTION atrium_partition_end(parent text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT (date_trunc(unit, at AT TIME ZONE 'UTC') + ('1 ' || unit)::interval) AT TIME ZONE 'UTC'
  FROM (SELECT CASE WHEN parent IN ('audit_events', 'audit_log_entries') THEN 'month' WHEN parent = 'sessions' THEN 'week' END AS unit) of_parent
$$;

-- What a partition has by itself: what is unique without its time is unique in a partition only, which is as long as two
-- requests for the same thing are apart.
CREATE OR REPLACE PROCEDURE atrium_guard_partition(parent text, name text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF parent = 'sessions' THEN
    EXECUTE format('CREATE UNIQUE INDEX ON partitions.%I (account_session_id)', name);
    EXECUTE format('CREATE UNIQUE INDEX ON partitions.%I (oidc_session_uid)', name);
  ELSIF parent = 'audit_events' THEN
    EXECUTE format('CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON partitions.%I
      FOR EACH STATEMENT EXECUTE FUNCTION atrium_refuse_audit_change()', name);
  END IF;
END $$;

-- Makes the partitions of the periods to come, by this server's clock. A lock that somebody holds is waited for a tenth of a second: the
-- next call goes on. Rows of a time that has no partition lie in the default one, which then becomes the partition of that time.
-- @returns how many partitions were made of every table
CREATE OR REPLACE FUNCTION atrium_make_partitions() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  ahead CONSTANT int := 3;
  made int := 0;
  parent text;
  last_until timestamptz;
  period_end timestamptz;
  stray boolean;
BEGIN
  -- One caller at a time; another finds nothing left.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('atrium partitions', 0)) THEN
    RETURN 0;
  END IF;
  FOREACH parent IN ARRAY ARRAY['audit_events', 'audit_log_entries', 'sessions'] LOOP
    IF NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.' || parent) AND relkind = 'p') THEN
      -- A plain table is partitioned by a later start. What a start left half done must not refuse a row one day.
      SELECT atrium_moment_of(substring(pg_get_constraintdef(oid) FROM '''([0-9a-f-]{36})''')::uuid) INTO last_until
        FROM pg_constraint WHERE conrelid = to_regclass('public.' || parent) AND conname = parent || '_before';
      IF last_until < now() + interval '3 days' THEN
        EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT %I', parent, parent || '_before');
      END IF;
      CONTINUE;
    END IF;
    SELECT max(until_at) INTO last_until FROM atrium_partitions(parent);
    EXECUTE format('SELECT EXISTS (SELECT FROM partitions.%I)', parent || '_default') INTO stray;
    IF stray AND last_until <= now() THEN
      period_end := atrium_partition_end(parent, now());
      EXECUTE format('ALTER TABLE public.%I DETACH PARTITION partitions.%I', parent, parent || '_default');
      EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', parent || '_default',
        parent || '_' || to_char(last_until AT TIME ZONE 'UTC', 'YYYYMMDD'));
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)', parent,
        parent || '_' || to_char(last_until AT TIME ZONE 'UTC', 'YYYYMMDD'),
        atrium_first_id(last_until), atrium_first_id(period_end));
      CALL atrium_add_partition(parent, parent || '_default', NULL, NULL);
      last_until := period_end;
      made := made + 1;
    END IF;
    WHILE last_until < atrium_partition_start(parent, now()) + ahead * (atrium_partition_end(parent, now()) - atrium_partition_start(parent, now())) LOOP
      period_end := atrium_partition_end(parent, last_until);
      CALL atrium_add_partition(parent, parent || '_' || to_char(last_until AT TIME ZONE 'UTC', 'YYYYMMDD'), last_until, period_end);
      last_until := period_end;
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

-- How many rows lie in no partition of their time, up to 1,000 of each table: none, unless nobody made partitions for long.
CREATE OR REPLACE FUNCTION atrium_rows_without_partition() RETURNS TABLE (parent text, rows int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  FOR parent IN SELECT unnest(ARRAY['audit_events', 'audit_log_entries', 'sessions']) LOOP
    CONTINUE WHEN to_regclass('partitions.' || parent || '_default') IS NULL;
    EXECUTE format('SELECT count(*) FROM (SELECT FROM partitions.%I LIMIT 1000) stray', parent || '_default') INTO rows;
    RETURN NEXT;
  END LOOP;
END $$;

-- Everything until the next month, and the net. The worker makes partitions ahead.
-- allow opaque: it makes a partition of a table that this migration made
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

-- The next events that no log has, of every tenant, in the order of their ids; it holds the cursor until the transaction ends, and
-- answers nothing while another sequencer holds it. An event may commit later than one with a greater id. So a pass looks back fifteen
-- seconds, and every half minute as far as the oldest transaction that was open may have written (as in atrium_count_events).
-- It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_unlogged_events(at_most int)
RETURNS TABLE (tenant_id uuid, tenant_public_id text, environment_id uuid, id uuid, kind text, source audit_source, event_id uuid, environment text,
  actor jsonb, targets jsonb, context jsonb, metadata jsonb, occurred_at timestamptz, received_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- An id is made a moment before its row has a transaction. No statement takes as long as this.
  margin CONSTANT interval := '2 minutes';
  near CONSTANT interval := '15 seconds';
  far_every CONSTANT interval := '30 seconds';
  c audit_log_cursor;
  ids uuid[];
  is_new boolean;
BEGIN
  IF NOT atrium_is_platform() THEN
    RETURN;
  END IF;
  SELECT * INTO c FROM audit_log_cursor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF c.mark > pg_snapshot_xmax(pg_current_snapshot()) THEN
    -- Restored into another server, whose transactions have numbers of their own: go on by the clock this once.
    c.ids_from := LEAST(c.ids_from, atrium_first_id(c.caught_up_at - margin));
    c.mark := pg_snapshot_xmax(pg_current_snapshot());
    c.mark_at := clock_timestamp();
    c.place := NULL;
  END IF;
  is_new := c.place IS NULL;
  IF is_new THEN
    c.pass_at := clock_timestamp();
    c.pass_xmin := pg_snapshot_xmin(pg_current_snapshot());
    c.pass_xmax := pg_snapshot_xmax(pg_current_snapshot());
    c.is_far := c.far_at < c.pass_at - far_every;
    c.place := CASE WHEN c.is_far THEN c.ids_from ELSE GREATEST(c.ids_from, atrium_first_id(c.caught_up_at - near)) END;
  END IF;
  ids := ARRAY(
    SELECT e.id FROM audit_events e
    WHERE e.id > c.place
      AND NOT EXISTS (SELECT FROM audit_log_entries l WHERE l.event_id = e.id AND l.event_id > c.place)
      AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL)
    ORDER BY e.id LIMIT at_most);
  IF cardinality(ids) >= at_most THEN
    c.place := ids[cardinality(ids)];
  ELSE
    -- Nothing is left of what began before the mark.
    IF c.is_far AND c.pass_xmin >= c.mark THEN
      c.ids_from := atrium_first_id(c.mark_at - margin);
      c.mark := c.pass_xmax;
      c.mark_at := c.pass_at;
    END IF;
    IF c.is_far THEN
      c.far_at := c.pass_at;
    END IF;
    c.caught_up_at := c.pass_at;
    c.place := NULL;
  END IF;
  -- A look that found nothing is not worth a write: the next one looks back a little further.
  IF cardinality(ids) > 0 OR c.is_far OR NOT is_new THEN
    UPDATE audit_log_cursor SET ids_from = c.ids_from, place = c.place, is_far = c.is_far, pass_xmin = c.pass_xmin, pass_xmax = c.pass_xmax,
      pass_at = c.pass_at, caught_up_at = c.caught_up_at, far_at = c.far_at, mark = c.mark, mark_at = c.mark_at;
  END IF;
  RETURN QUERY
    SELECT e.tenant_id, t.public_id, e.environment_id, e.id, e.kind, e.source, e.event_id,
      (SELECT n.key FROM environments n WHERE n.id = e.environment_id), e.actor, e.targets, e.context, e.metadata, e.occurred_at, e.received_at
    FROM audit_events e JOIN tenants t ON t.id = e.tenant_id
    WHERE e.id = ANY (ids) ORDER BY e.id;
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

-- Has the sequencer leave some tenants' events alone from now on, because their logs are not as they were signed. It does nothing
-- unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_refuse_logs(tenant_ids uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE audit_logs SET refused_at = clock_timestamp() WHERE atrium_is_platform() AND tenant_id = ANY (tenant_ids) AND refused_at IS NULL
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
  UPDATE audit_log_cursor SET ids_from = LEAST(ids_from, first), place = NULL
$$;

REVOKE ALL ON FUNCTION atrium_log_again_from(uuid) FROM PUBLIC;

-- Holds the cursor before events become pseudonyms: what a sequencer commits to is what is there, or the salt below is thrown away.
CREATE OR REPLACE FUNCTION atrium_hold_log() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM audit_log_cursor FOR UPDATE;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_events_hold_log BEFORE UPDATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION atrium_hold_log();

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

CREATE TRIGGER audit_events_throw_salts_away AFTER UPDATE ON audit_events
  FOR EACH ROW WHEN (OLD.actor <> NEW.actor OR OLD.targets <> NEW.targets OR OLD.context <> NEW.context OR OLD.metadata <> NEW.metadata)
  EXECUTE FUNCTION atrium_throw_salts_away();

-- Takes the next step of clearing the audit trail: drops a partition of which nobody needs a row any more, or deletes a batch of
-- one tenant's events out of a partition that others still need.
-- @returns what was done, in one row; none when nothing is left to do
CREATE OR REPLACE FUNCTION atrium_retain_events(at_most int) RETURNS TABLE (partition text, did text, rows int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  -- What is not counted, or not in its tenant's log yet, stays.
  seen_until timestamptz := LEAST((SELECT counted_at FROM event_cursor), (SELECT caught_up_at FROM audit_log_cursor));
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
  FOR p IN SELECT * FROM atrium_partitions('audit_events') part
           WHERE NOT part.is_default AND part.until_at < LEAST(now() - interval '1 day', seen_until) LOOP
    keepers := ARRAY(SELECT t.tenant_id FROM tenant_retention t WHERE t.held_at IS NOT NULL
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
           WHERE NOT part.is_default AND part.until_at < LEAST(now() - interval '1 day', seen_until) LOOP
    IF NOT EXISTS (SELECT FROM audit_events e WHERE e.id < atrium_first_id(p.until_at)
        AND e.id >= COALESCE(atrium_first_id(p.from_at), '00000000-0000-0000-0000-000000000000'::uuid)) THEN
      CALL atrium_drop_partition('audit_log_entries', p.name);
      RETURN QUERY SELECT p.name, 'dropped', 0;
      RETURN;
    END IF;
  END LOOP;
END $$;
