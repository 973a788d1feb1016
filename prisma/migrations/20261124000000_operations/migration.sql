-- Tools of operators: the code that a schema serves, proxies in front, figures of all tenants, look-ups, and tokens for one tenant.

-- The versions that may use the schema. The service reads it; the command that migrates writes it.
CREATE TABLE "schema_compatibility" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "migrated_by" TEXT NOT NULL,
    "newest_migration" TEXT NOT NULL,
    "oldest_release" TEXT NOT NULL,
    "oldest_migration" TEXT NOT NULL,
    "migrated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schema_compatibility_pkey" PRIMARY KEY ("id")
);

ALTER TABLE schema_compatibility ADD CONSTRAINT schema_compatibility_one_row CHECK (id);
REVOKE INSERT, UPDATE, DELETE ON schema_compatibility FROM atrium_app;

-- Addresses that sent forwarded requests, and whether their headers are trusted.
CREATE TABLE "forwarders" (
    "address" TEXT NOT NULL,
    "trusted" BOOLEAN NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "forwarders_pkey" PRIMARY KEY ("address")
);

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

-- The users of all tenants with exactly this address, id or external id, the platform's own among them. Each environment is asked by
-- its index. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_users(wanted_id uuid, wanted_email_key text, wanted_external_id text, of_tenant text,
  at_most int)
RETURNS TABLE (id uuid, tenant_id uuid, tenant_public_id text, tenant_name text, environment_id uuid, environment_key text,
               is_platform boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT found.id, t.id, t.public_id, t.name, e.id, e.key, t.id = (SELECT platform_tenant_id FROM platform)
  FROM environments e
  JOIN tenants t ON t.id = e.tenant_id
  CROSS JOIN LATERAL (
    SELECT u.id FROM users u WHERE u.environment_id = e.id AND u.email_key = wanted_email_key AND u.deleted_at IS NULL
    UNION
    SELECT u.id FROM users u WHERE u.environment_id = e.id AND u.external_id = wanted_external_id AND u.deleted_at IS NULL
    UNION
    SELECT u.id FROM users u WHERE u.id = wanted_id AND u.environment_id = e.id AND u.deleted_at IS NULL
  ) found
  WHERE atrium_is_platform() AND (of_tenant IS NULL OR t.public_id = of_tenant)
  ORDER BY lower(t.name), t.id, e.created_at, e.id, found.id
  LIMIT at_most
$$;

-- A message of any tenant, without what it says. It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_operator_message(wanted uuid)
RETURNS TABLE (id uuid, tenant_id uuid, environment_id uuid, template text, status mail_status, attempts int, last_error text,
               created_at timestamptz, sent_at timestamptz, tenant_name text, environment_key text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.tenant_id, m.environment_id, m.template, m.status, m.attempts, m.last_error, m.created_at, m.sent_at, t.name, e.key
  FROM mail_messages m JOIN tenants t ON t.id = m.tenant_id LEFT JOIN environments e ON e.id = m.environment_id
  WHERE atrium_is_platform() AND m.id = wanted
$$;

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

-- Has PostgreSQL count again the rows of those tables that have at least twice as many as when it counted last, and answers how many
-- tables these were. Whoever brings many rows calls it meanwhile: autovacuum looks once a minute, and until then PostgreSQL goes by
-- plans made for a table that was empty, which read everything there is for each sign-in. A table that somebody else is counting is
-- left to them, and so is one that was counted when it was large: no plan for that one reads everything.
CREATE OR REPLACE FUNCTION atrium_analyze_grown() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- Of so few rows any plan is good.
  few CONSTANT int := 200;
  large CONSTANT int := 5000;
  grown regclass;
  counted int := 0;
BEGIN
  FOR grown IN
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'partitions')
      AND c.reltuples < large AND pg_stat_get_live_tuples(c.oid) > 2 * GREATEST(c.reltuples, 0) + few
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', grown);
    counted := counted + 1;
  END LOOP;
  RETURN counted;
END $$;

-- The one tenant that an operator token reaches; null reaches the installation.
ALTER TABLE "operator_tokens" ADD COLUMN "only_tenant_id" UUID;

ALTER TABLE "operator_tokens" ADD CONSTRAINT "operator_tokens_only_tenant_id_fkey"
  FOREIGN KEY ("only_tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

-- A token of the operator API by its hash, unless it reaches one tenant alone: a server of an earlier version knows no such
-- token, and would let it reach everything.
CREATE OR REPLACE FUNCTION atrium_resolve_operator_token(wanted_hash bytea)
RETURNS TABLE (token_id uuid, tenant_id uuid, environment_id uuid, name text, expires_at timestamptz, last_used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.tenant_id, t.environment_id, t.name, t.expires_at, t.last_used_at
  FROM operator_tokens t WHERE t.token_hash = wanted_hash AND t.revoked_at IS NULL AND t.only_tenant_id IS NULL
$$;

-- A token of the operator API by its hash, with the public id of the one tenant that it reaches; null for a token that reaches
-- the installation.
CREATE OR REPLACE FUNCTION atrium_resolve_any_operator_token(wanted_hash bytea)
RETURNS TABLE (token_id uuid, tenant_id uuid, environment_id uuid, name text, expires_at timestamptz, last_used_at timestamptz,
               only_tenant_public_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.tenant_id, t.environment_id, t.name, t.expires_at, t.last_used_at, o.public_id
  FROM operator_tokens t LEFT JOIN tenants o ON o.id = t.only_tenant_id
  WHERE t.token_hash = wanted_hash AND t.revoked_at IS NULL
$$;

-- Which tenant an operator token reaches, of those that reach one alone. It answers nothing unless the transaction is bound to the
-- platform.
CREATE OR REPLACE FUNCTION atrium_operator_token_tenants()
RETURNS TABLE (token_id uuid, tenant_public_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, o.public_id FROM operator_tokens t JOIN tenants o ON o.id = t.only_tenant_id WHERE atrium_is_platform()
$$;

-- An operator token reaches what it was made for, for life.
CREATE TRIGGER operator_tokens_frozen BEFORE UPDATE ON operator_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('token_hash', 'only_tenant_id');
