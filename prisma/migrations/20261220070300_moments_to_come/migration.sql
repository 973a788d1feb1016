-- Moments that a clock left in the future hold nothing up: a pause of a witness, and mail whose job was lost.

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

-- Messages and logouts that are due and have no job: the job ran out of retries, or was lost. A row of less than a minute may be
-- on its way, one of a time to come was written while the clock was ahead, and a row of more than a day has failed (atrium_sweep).
CREATE OR REPLACE FUNCTION atrium_lost_jobs(at_most int)
RETURNS TABLE (queue text, tenant_id uuid, environment_id uuid, id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT 'mail.deliver', m.tenant_id, m.environment_id, m.id FROM mail_messages m
    WHERE m.status = 'queued' AND m.environment_id IS NOT NULL
      AND m.created_at > now() - interval '1 day' AND m.created_at NOT BETWEEN now() - interval '1 minute' AND now() + interval '1 minute'
      AND (m.claimed_until IS NULL OR m.claimed_until < now())
      AND m.id::text NOT IN (SELECT j.data->>'messageId' FROM pgboss.job j
        WHERE j.name = 'mail.deliver' AND j.state < 'completed' AND j.data->>'messageId' IS NOT NULL)
    ORDER BY m.created_at LIMIT at_most;
  RETURN QUERY
    SELECT 'logout.deliver', d.tenant_id, d.environment_id, d.id FROM logout_deliveries d
    WHERE d.status = 'pending' AND d.created_at > now() - interval '1 day'
      AND d.next_attempt_at < now() - interval '1 minute'
      AND d.id::text NOT IN (SELECT j.data->>'deliveryId' FROM pgboss.job j
        WHERE j.name = 'logout.deliver' AND j.state < 'completed' AND j.data->>'deliveryId' IS NOT NULL)
    ORDER BY d.created_at LIMIT at_most;
END $$;
