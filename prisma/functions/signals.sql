-- What operators see of all tenants together. These functions answer figures and ids, and nothing of a tenant's.

-- The tenants with these public ids, for the operator who names them.
CREATE OR REPLACE FUNCTION atrium_resolve_tenants(public_ids text[])
RETURNS TABLE (tenant_id uuid, public_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.public_id FROM tenants t WHERE t.public_id = ANY (public_ids)
$$;

-- What waits in the outboxes of all tenants, since how many seconds the oldest waits, and how large the database is. More than
-- 100,000 that wait are not told apart, so that nobody waits for the count. A logout waits from the moment at which it was caused.
CREATE OR REPLACE FUNCTION atrium_signals()
RETURNS TABLE (mails_waiting int, mails_oldest_seconds double precision,
               logouts_waiting int, logouts_oldest_seconds double precision, database_bytes bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT (SELECT count(*)::int FROM (SELECT FROM mail_messages WHERE status = 'queued' LIMIT 100000) waiting),
         COALESCE((SELECT extract(epoch FROM now() - created_at) FROM mail_messages
                   WHERE status = 'queued' ORDER BY created_at LIMIT 1), 0)::double precision,
         (SELECT count(*)::int FROM (SELECT FROM logout_deliveries WHERE status = 'pending' LIMIT 100000) waiting),
         COALESCE((SELECT extract(epoch FROM now() - created_at) FROM logout_deliveries
                   WHERE status = 'pending' ORDER BY created_at LIMIT 1), 0)::double precision,
         pg_database_size(current_database())
$$;
