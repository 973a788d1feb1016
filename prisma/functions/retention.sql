-- How long what happened is kept. The audit trail is changed by nobody; what is older than its tenant's retention leaves, a
-- partition at a time where all of it may go. Whatever asks, the rule is looked up here, by this server's clock.

-- Whether everything of a tenant is held for a court or an authority.
CREATE OR REPLACE FUNCTION atrium_is_held(of_tenant uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM tenant_retention WHERE tenant_id = of_tenant AND held_at IS NOT NULL)
$$;

-- For how many days a tenant's audit events are kept: its own value, or the operator's, within the operator's bounds.
CREATE OR REPLACE FUNCTION atrium_audit_event_days(of_tenant uuid) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT LEAST(GREATEST(COALESCE(
      (SELECT t.audit_event_days FROM tenant_retention t WHERE t.tenant_id = of_tenant),
      d.audit_event_days), d.audit_event_least_days), d.audit_event_most_days)
  FROM retention_defaults d
$$;

-- Whether an event may leave the audit trail.
CREATE OR REPLACE FUNCTION atrium_may_forget(of_tenant uuid, event_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT atrium_moment_of(event_id) < now() - make_interval(days => atrium_audit_event_days(of_tenant))
     AND NOT atrium_is_held(of_tenant)
$$;

-- Drops a partition, which nobody who reads or writes another one waits for longer than a tenth of a second.
CREATE OR REPLACE PROCEDURE atrium_drop_partition(parent text, name text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE public.%I DETACH PARTITION partitions.%I', parent, name);
  EXECUTE format('DROP TABLE partitions.%I', name);
END $$;

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

-- Takes the next step of clearing sessions: looks through a batch of a partition for what is still needed, deletes a batch of its
-- relying parties, or drops it. A partition is dropped when all of its sessions ended longer ago than they are kept, nothing came
-- out of them that lives, and no tenant is held that has one there.
-- @param keep_seconds how long ago a session must have ended; a day at the least
-- @returns what was done, in one row; none when nothing is left to do
CREATE OR REPLACE FUNCTION atrium_retain_sessions(keep_seconds double precision, at_most int)
RETURNS TABLE (partition text, did text, rows int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  kept interval := make_interval(secs => GREATEST(keep_seconds, 86400));
  seen record;
  p record;
  needed boolean;
  last_id uuid;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('atrium retention', 0)) THEN
    RETURN;
  END IF;
  FOR p IN SELECT * FROM atrium_partitions('sessions') part WHERE NOT part.is_default AND part.until_at < now() - kept LOOP
    SELECT * INTO seen FROM partitions.session_checks c WHERE c.name = p.name;
    CONTINUE WHEN seen.needed_until > now();
    -- What indexes know, each time: a tenant may have been held since.
    EXECUTE format('SELECT EXISTS (SELECT FROM partitions.%1$I WHERE revoked_at IS NULL AND expired_at IS NULL)
      OR EXISTS (SELECT FROM partitions.%1$I
                 WHERE (revoked_at IS NOT NULL OR expired_at IS NOT NULL) AND LEAST(revoked_at, expired_at) >= now() - $1)
      OR EXISTS (SELECT FROM tenant_retention t WHERE t.held_at IS NOT NULL
                 AND EXISTS (SELECT FROM partitions.%1$I s WHERE s.tenant_id = t.tenant_id))', p.name) INTO needed USING kept;
    IF NOT needed THEN
      EXECUTE format('SELECT count(*), (array_agg(id ORDER BY id DESC))[1], COALESCE(bool_or(EXISTS (
          SELECT FROM oidc_payloads o WHERE o.tenant_id = s.tenant_id AND o.environment_id = s.environment_id
            AND o.uid = s.oidc_session_uid AND o.model IN (''Session'', ''AuthorizationCode'', ''AccessToken'', ''RefreshToken''))), false)
        FROM (SELECT id, tenant_id, environment_id, oidc_session_uid FROM partitions.%I
              WHERE id > $1 ORDER BY id LIMIT $2) s', p.name)
        INTO rows, last_id, needed
        USING COALESCE(seen.place, '00000000-0000-0000-0000-000000000000'::uuid), at_most;
    END IF;
    IF needed THEN
      INSERT INTO partitions.session_checks AS c (name, needed_until) VALUES (p.name, now() + interval '6 hours')
      ON CONFLICT (name) DO UPDATE SET place = NULL, needed_until = EXCLUDED.needed_until;
      CONTINUE;
    END IF;
    partition := p.name;
    IF rows >= at_most THEN
      INSERT INTO partitions.session_checks AS c (name, place) VALUES (p.name, last_id)
      ON CONFLICT (name) DO UPDATE SET place = EXCLUDED.place, needed_until = NULL;
      did := 'looked through';
      RETURN NEXT;
      RETURN;
    END IF;
    DELETE FROM session_clients WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM session_clients
      WHERE session_id >= COALESCE(atrium_first_id(p.from_at), '00000000-0000-0000-0000-000000000000'::uuid)
        AND session_id < atrium_first_id(p.until_at) LIMIT at_most));
    GET DIAGNOSTICS rows = ROW_COUNT;
    IF rows > 0 THEN
      did := 'deleted relying parties';
      RETURN NEXT;
      RETURN;
    END IF;
    CALL atrium_drop_partition('sessions', p.name);
    DELETE FROM partitions.session_checks c WHERE c.name = p.name;
    did := 'dropped';
    RETURN NEXT;
    RETURN;
  END LOOP;
END $$;

CREATE TRIGGER retention_defaults_of_the_platform BEFORE INSERT OR UPDATE ON retention_defaults
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();
