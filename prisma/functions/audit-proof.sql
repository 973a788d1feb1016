-- What is around the log of each tenant's audit events (audit-log.sql): how far it is, who vouches for it, and whom it is sent to.

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
