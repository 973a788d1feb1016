-- What PostgreSQL itself refuses, whatever the code above it does: rows of other tenants, states that
-- make no sense, changes to what is frozen, and a third live secret.

-- The application's role: no login of its own, owns nothing, bypasses nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'atrium_app') THEN
    CREATE ROLE atrium_app NOLOGIN NOINHERIT;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another migration made it meanwhile
END $$;

GRANT USAGE ON SCHEMA public TO atrium_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO atrium_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO atrium_app;

-- Tenant isolation ------------------------------------------------------------------------------

-- The tenant of this transaction; null when none was set, and null equals no tenant's id.
CREATE FUNCTION atrium_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT NULLIF(current_setting('atrium.tenant_id', true), '')::uuid $$;

-- Puts a table that has a tenant_id behind row-level security. Later migrations call it too.
CREATE PROCEDURE atrium_isolate(table_name text, tenant_column text DEFAULT 'tenant_id') LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
  EXECUTE format(
    'CREATE POLICY tenant_isolation ON %I USING (%I = (SELECT atrium_tenant())) WITH CHECK (%I = (SELECT atrium_tenant()))',
    table_name, tenant_column, tenant_column);
END $$;

DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT c.table_name FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND c.column_name = 'tenant_id' AND t.table_type = 'BASE TABLE'
  LOOP
    CALL atrium_isolate(name);
  END LOOP;
END $$;
CALL atrium_isolate('tenants', 'id');

-- A tenant is never deleted by the service; it is disabled.
REVOKE DELETE ON tenants FROM atrium_app;
-- Keys are made and rotated by the owner's role; the application signs and verifies.
REVOKE INSERT, UPDATE, DELETE ON signing_keys FROM atrium_app;
-- An audit event is written once.
REVOKE UPDATE, DELETE, TRUNCATE ON audit_events FROM atrium_app;
-- Absent in the empty database against which a new migration is computed.
DO $$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    REVOKE ALL ON _prisma_migrations FROM atrium_app;
    GRANT SELECT ON _prisma_migrations TO atrium_app;
  END IF;
END $$;

CREATE FUNCTION atrium_refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events cannot be changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_events_immutable BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_audit_change();
CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION atrium_refuse_audit_change();

-- Wrong states ----------------------------------------------------------------------------------

ALTER TABLE tenants
  ADD CONSTRAINT tenants_public_id_form CHECK (public_id ~ '^atr_[A-Za-z0-9_-]{16,}$'),
  ADD CONSTRAINT tenants_disabled_at CHECK ((status = 'disabled') = (disabled_at IS NOT NULL)),
  ADD CONSTRAINT tenants_installations CHECK (installation_limit >= 0 AND installation_limit <= installation_maximum);

ALTER TABLE tenant_security_policies
  ADD CONSTRAINT policy_idle CHECK (idle_timeout_minutes BETWEEN 15 AND 525600),
  ADD CONSTRAINT policy_absolute CHECK (absolute_timeout_minutes BETWEEN 15 AND 525600),
  ADD CONSTRAINT policy_trusted_device CHECK (trusted_device_days BETWEEN 0 AND 90),
  ADD CONSTRAINT policy_password_length CHECK (password_min_length BETWEEN 8 AND 128),
  ADD CONSTRAINT policy_step_up CHECK (step_up_max_age_seconds BETWEEN 30 AND 86400),
  ADD CONSTRAINT policy_lockout CHECK (
    (lockout_threshold IS NULL) = (lockout_window_minutes IS NULL)
    AND (lockout_threshold IS NULL) = (lockout_duration_minutes IS NULL)
    AND lockout_threshold BETWEEN 1 AND 100
    AND lockout_window_minutes BETWEEN 1 AND 1440 AND lockout_duration_minutes BETWEEN 1 AND 1440
    OR (lockout_threshold IS NULL AND lockout_window_minutes IS NULL AND lockout_duration_minutes IS NULL));

ALTER TABLE users
  ADD CONSTRAINT users_email_evidence CHECK ((email_verified_method IS NULL) = (email_verified_at IS NULL)),
  ADD CONSTRAINT users_suspended CHECK ((status = 'suspended') = (suspended_at IS NOT NULL)),
  ADD CONSTRAINT users_deleted CHECK ((deleted_at IS NULL) = (email_key IS NOT NULL)),
  ADD CONSTRAINT users_deleted_has_no_password CHECK (deleted_at IS NULL OR password_hash IS NULL);

-- Credentials: nine runtime scopes only on a product runtime credential; purpose and scopes frozen.
ALTER TABLE credentials
  ADD CONSTRAINT credentials_client_id_form CHECK (client_id ~ '^ac_[A-Za-z0-9_-]{16,}$'),
  ADD CONSTRAINT credentials_known_scopes CHECK (scopes <@ ARRAY[
    'users:read','users:write','roles:read','roles:write','packages:read','packages:write',
    'entitlements:read','entitlements:write','workspaces:read','workspaces:write',
    'tokens:issue','identity:read','sessions:reverify','sessions:validate','sessions:invalidate',
    'users:password_change','account-security:read','account-security:manage','audit:write']),
  ADD CONSTRAINT credentials_purpose_scopes CHECK (purpose = 'product_runtime' OR scopes <@ ARRAY[
    'users:read','users:write','roles:read','roles:write','packages:read','packages:write',
    'entitlements:read','entitlements:write','workspaces:read','workspaces:write']);

CREATE FUNCTION atrium_freeze_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.purpose, NEW.scopes, NEW.client_id, NEW.tenant_id, NEW.environment_id)
     IS DISTINCT FROM (OLD.purpose, OLD.scopes, OLD.client_id, OLD.tenant_id, OLD.environment_id) THEN
    RAISE EXCEPTION 'purpose, scopes, client_id and environment of a credential are frozen at creation'
      USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'a revoked credential stays revoked' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credentials_frozen BEFORE UPDATE ON credentials
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_credential();

-- Two live secrets at the most: a slot is one of two, and one live row may hold it.
ALTER TABLE tenant_secrets ADD CONSTRAINT tenant_secrets_slot CHECK (slot IN (1, 2));
CREATE UNIQUE INDEX tenant_secrets_live_slot ON tenant_secrets (environment_id, slot) WHERE revoked_at IS NULL;
ALTER TABLE credential_secrets ADD CONSTRAINT credential_secrets_slot CHECK (slot IN (1, 2));
CREATE UNIQUE INDEX credential_secrets_live_slot ON credential_secrets (credential_id, slot) WHERE revoked_at IS NULL;
ALTER TABLE oidc_client_secrets ADD CONSTRAINT oidc_client_secrets_slot CHECK (slot IN (1, 2));
CREATE UNIQUE INDEX oidc_client_secrets_live_slot ON oidc_client_secrets (oidc_client_id, slot) WHERE revoked_at IS NULL;

-- Once used, never again usable; once ended, never alive again.
CREATE FUNCTION atrium_refuse_revival() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  field text;
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  FOREACH field IN ARRAY TG_ARGV LOOP
    IF before -> field <> 'null'::jsonb AND after -> field IS DISTINCT FROM before -> field THEN
      RAISE EXCEPTION '% of % is written once', field, TG_TABLE_NAME USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
CREATE TRIGGER one_time_secrets_single_use BEFORE UPDATE ON one_time_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('consumed_at', 'withdrawn_at');
CREATE TRIGGER login_codes_single_use BEFORE UPDATE ON login_codes
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('consumed_at', 'withdrawn_at');
CREATE TRIGGER sessions_end_once BEFORE UPDATE ON sessions
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at', 'expired_at');
CREATE TRIGGER trusted_devices_end_once BEFORE UPDATE ON trusted_devices
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER oidc_payloads_consumed_once BEFORE UPDATE ON oidc_payloads
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('consumed_at');
CREATE TRIGGER tenant_secrets_end_once BEFORE UPDATE ON tenant_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER credential_secrets_end_once BEFORE UPDATE ON credential_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
CREATE TRIGGER oidc_client_secrets_end_once BEFORE UPDATE ON oidc_client_secrets
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');

ALTER TABLE login_codes ADD CONSTRAINT login_codes_tries CHECK (attempts BETWEEN 0 AND 5);
-- One live code a user and purpose (a step-up: a session).
CREATE UNIQUE INDEX login_codes_one_live ON login_codes (user_id, purpose, COALESCE(session_id, '00000000-0000-0000-0000-000000000000'))
  WHERE consumed_at IS NULL AND withdrawn_at IS NULL;

ALTER TABLE oidc_clients
  ADD CONSTRAINT oidc_clients_backchannel_https CHECK (backchannel_logout_uri IS NULL OR backchannel_logout_uri ~ '^https://');

-- Who is calling --------------------------------------------------------------------------------
-- These run before a tenant is known, so they pass row-level security as the owner. Each takes a
-- value that only the caller (or the service itself) can hold and answers nothing but what belongs to it.

-- A tenant secret together with the tenant id it must match.
CREATE FUNCTION atrium_resolve_tenant_secret(wanted_public_id text, wanted_hash bytea)
RETURNS TABLE (secret_id uuid, tenant_id uuid, environment_id uuid, environment_key text, tenant_status tenant_status, last_used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, t.id, e.id, e.key, t.status, s.last_used_at
  FROM tenant_secrets s
  JOIN tenants t ON t.id = s.tenant_id
  JOIN environments e ON e.id = s.environment_id
  WHERE s.secret_hash = wanted_hash AND s.revoked_at IS NULL AND t.public_id = wanted_public_id
$$;

-- A machine credential by its client id, with the hashes of its live secrets.
CREATE FUNCTION atrium_resolve_credential(wanted_client_id text)
RETURNS TABLE (credential_id uuid, tenant_id uuid, tenant_public_id text, tenant_status tenant_status, environment_id uuid,
               environment_key text, name text, purpose credential_purpose, scopes text[], revoked_at timestamptz,
               last_used_at timestamptz, secret_hashes bytea[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, t.id, t.public_id, t.status, e.id, e.key, c.name, c.purpose, c.scopes, c.revoked_at, c.last_used_at,
         COALESCE((SELECT array_agg(s.secret_hash ORDER BY s.slot) FROM credential_secrets s
                   WHERE s.credential_id = c.id AND s.revoked_at IS NULL), '{}')
  FROM credentials c JOIN tenants t ON t.id = c.tenant_id JOIN environments e ON e.id = c.environment_id
  WHERE c.client_id = wanted_client_id
$$;

-- The environment a relying party belongs to.
CREATE FUNCTION atrium_resolve_oidc_client(wanted_client_id text)
RETURNS TABLE (tenant_id uuid, environment_id uuid, tenant_status tenant_status)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, c.environment_id, t.status FROM oidc_clients c JOIN tenants t ON t.id = c.tenant_id
  WHERE c.client_id = wanted_client_id
$$;

-- The environment of something node-oidc-provider stored, by the hash of its id.
CREATE FUNCTION atrium_resolve_oidc_payload(wanted_model text, wanted_key bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.tenant_id, p.environment_id FROM oidc_payloads p WHERE p.model = wanted_model AND p.key = wanted_key
$$;

-- The environment of a link's secret.
CREATE FUNCTION atrium_resolve_one_time_secret(wanted_hash bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tenant_id, s.environment_id FROM one_time_secrets s WHERE s.secret_hash = wanted_hash
$$;

-- A tenant by the id it is known by outside, for pages that carry it in their address.
CREATE FUNCTION atrium_resolve_tenant(wanted_public_id text)
RETURNS TABLE (tenant_id uuid, name text, status tenant_status)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.name, t.status FROM tenants t WHERE t.public_id = wanted_public_id
$$;
