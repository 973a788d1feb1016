-- Messages and notifications that are due and that no job will deliver, of every tenant: their job ran out of retries,
-- or was lost. It answers ids only; what follows happens under each tenant's row-level security. What is a minute old
-- may still be on its way; what is a day old has failed (atrium_sweep).
CREATE FUNCTION atrium_lost_jobs(at_most int)
RETURNS TABLE (queue text, tenant_id uuid, environment_id uuid, id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT 'mail.deliver', m.tenant_id, m.environment_id, m.id FROM mail_messages m
    WHERE m.status = 'queued' AND m.environment_id IS NOT NULL
      AND m.created_at BETWEEN now() - interval '1 day' AND now() - interval '1 minute'
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

-- Queued mail is what this looks for; of all mail there is little of it.
CREATE INDEX mail_messages_queued ON mail_messages (created_at) WHERE status = 'queued';
