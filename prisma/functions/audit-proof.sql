-- What is around the log of each tenant's audit events (audit-log.sql): how far it is, who vouches for it, and whom it is sent to.

-- Every event with a smaller id is in a log, unless its log was refused: the sequencer looks for no such event again.
CREATE OR REPLACE FUNCTION atrium_log_settled_before() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ids_from FROM audit_log_cursor
$$;

-- How far the logs of all tenants are: events that are in none yet (more than 10,000 are not told apart) and how long the oldest of
-- them waits; logs that are refused; and of the witnesses that are named, how many logs each has failed to cosign more than twice.
CREATE OR REPLACE FUNCTION atrium_log_signals(witnesses text[])
RETURNS TABLE (waiting int, oldest_seconds double precision, refused int, uncosigned int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.waiting, COALESCE(extract(epoch FROM now() - atrium_moment_of(w.oldest)), 0)::double precision,
         (SELECT count(*)::int FROM audit_logs WHERE refused_at IS NOT NULL),
         (SELECT count(*)::int FROM audit_witness_notes WHERE witness = ANY (witnesses) AND failures > 2)
  FROM (SELECT count(*)::int AS waiting, (array_agg(id ORDER BY id))[1] AS oldest FROM (
    SELECT e.id FROM audit_events e, audit_log_cursor c
    WHERE e.id > GREATEST(c.ids_from, atrium_first_id(c.caught_up_at - interval '15 seconds'))
      AND NOT EXISTS (SELECT FROM audit_log_entries l WHERE l.event_id = e.id)
      AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL)
    ORDER BY e.id LIMIT 10000) unlogged) w
$$;

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
          WHERE d.witness = ANY (witnesses) AND d.next_attempt_at <= now() AND g.size <> d.size AND g.refused_at IS NULL
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

-- Takes the log of the transaction's tenant up again after it was refused; answers whether it was. The sequencer looks again for events
-- from the refusal on. Before it appends, it compares the log with its checkpoint, and refuses the log anew where they differ: so whoever
-- calls this can't make it sign another past.
CREATE OR REPLACE FUNCTION atrium_resume_log() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- An id is made a moment before its row has a transaction. No statement takes as long as this.
  margin CONSTANT interval := '2 minutes';
  since timestamptz;
BEGIN
  -- A sequencer holds the cursor before it changes a log.
  PERFORM FROM audit_log_cursor FOR UPDATE;
  SELECT refused_at INTO since FROM audit_logs WHERE tenant_id = atrium_tenant() AND refused_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE audit_logs SET refused_at = NULL WHERE tenant_id = atrium_tenant();
  UPDATE audit_log_cursor SET ids_from = LEAST(ids_from, atrium_first_id(since - margin)), place = NULL, far_at = to_timestamp(0);
  RETURN true;
END $$;
