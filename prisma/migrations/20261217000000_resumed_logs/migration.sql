-- Takes the log of a tenant's audit events up again that was refused.

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
