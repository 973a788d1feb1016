-- The append-only log of each tenant's audit events (docs/decisions/036-the-trail-is-a-log.md). Writing an event does nothing for it: a
-- sequencer takes events that are committed. Cursor, entries, hashes and checkpoints change in one transaction, and the cursor's row is
-- one sequencer's at a time.

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
