-- The append-only log of each tenant's audit events (docs/decisions/036-the-trail-is-a-log.md). Writing an event does nothing for it: a
-- sequencer takes events that are committed. Cursor, entries, hashes and checkpoints change in one transaction, and the cursor's row is
-- one sequencer's at a time.

-- The next events that no log has, of every tenant, in the order of their ids; it holds the cursor until the transaction ends, and
-- answers nothing while another sequencer holds it. An event may commit later than one with a greater id. So a pass looks back to a
-- moment before which no transaction began that was still open, but no further than fifteen seconds; and every half minute as far as the
-- oldest transaction that was open may have written (as in atrium_count_events).
-- It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_unlogged_events(at_most int)
RETURNS TABLE (tenant_id uuid, tenant_public_id text, environment_id uuid, id uuid, kind text, source audit_source, event_id uuid, environment text,
  actor jsonb, targets jsonb, context jsonb, metadata jsonb, occurred_at timestamptz, received_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- An id is made a moment before its row has a transaction. No statement takes as long as this.
  margin CONSTANT interval := '2 minutes';
  -- Hardly any statement takes as long as this; what one that does has written is found by the next far pass.
  near_margin CONSTANT interval := '1 second';
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
    c.near_mark := c.mark;
    c.near_mark_at := c.mark_at;
    c.near_from := LEAST(c.near_from, c.caught_up_at - near);
    c.place := NULL;
  END IF;
  is_new := c.place IS NULL;
  IF is_new THEN
    c.pass_at := clock_timestamp();
    c.pass_xmin := pg_snapshot_xmin(pg_current_snapshot());
    c.pass_xmax := pg_snapshot_xmax(pg_current_snapshot());
    c.is_far := c.far_at < c.pass_at - far_every;
    c.place := CASE WHEN c.is_far THEN c.ids_from
      ELSE GREATEST(c.ids_from, atrium_first_id(GREATEST(c.near_from - near_margin, c.caught_up_at - near))) END;
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
    -- The same of passes that look back a few seconds.
    IF c.near_mark IS NULL OR c.pass_xmin >= c.near_mark THEN
      c.near_from := c.near_mark_at;
      c.near_mark := c.pass_xmax;
      c.near_mark_at := c.pass_at;
    END IF;
    c.caught_up_at := c.pass_at;
    c.place := NULL;
  END IF;
  -- A look that found nothing is not worth a write: the next one looks back a little further.
  IF cardinality(ids) > 0 OR c.is_far OR NOT is_new THEN
    UPDATE audit_log_cursor SET ids_from = c.ids_from, place = c.place, is_far = c.is_far, pass_xmin = c.pass_xmin, pass_xmax = c.pass_xmax,
      pass_at = c.pass_at, caught_up_at = c.caught_up_at, far_at = c.far_at, mark = c.mark, mark_at = c.mark_at, near_from = c.near_from,
      near_mark = c.near_mark, near_mark_at = c.near_mark_at;
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
