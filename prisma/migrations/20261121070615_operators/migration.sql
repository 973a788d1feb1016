-- CreateTable
CREATE TABLE "operators" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "operators_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "operator_tokens" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "platform_security_defaults" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "idle_timeout_minutes" INTEGER NOT NULL DEFAULT 30,
    "absolute_timeout_minutes" INTEGER NOT NULL DEFAULT 720,
    "login_otp" "login_otp" NOT NULL DEFAULT 'untrusted_device',
    "trusted_device_days" INTEGER NOT NULL DEFAULT 30,
    "trusted_device_email" BOOLEAN NOT NULL DEFAULT true,
    "lockout_threshold" INTEGER,
    "lockout_window_minutes" INTEGER,
    "lockout_duration_minutes" INTEGER,
    "password_min_length" INTEGER NOT NULL DEFAULT 8,
    "step_up_max_age_seconds" INTEGER NOT NULL DEFAULT 300,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "platform_security_defaults_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "operator_tokens_token_hash_key" ON "operator_tokens"("token_hash");

-- AddForeignKey
ALTER TABLE "operators" ADD CONSTRAINT "operators_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "operator_tokens" ADD CONSTRAINT "operator_tokens_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Guards ----------------------------------------------------------------------------------------

CALL atrium_isolate('operators');
CALL atrium_isolate('operator_tokens');

-- Whether this transaction speaks for the platform: bound to the tenant whose users run all others.
CREATE FUNCTION atrium_is_platform() RETURNS boolean LANGUAGE sql STABLE AS
$$ SELECT EXISTS (SELECT FROM platform WHERE platform_tenant_id = (SELECT atrium_tenant())) $$;

-- Who runs the platform is decided in the platform tenant and nowhere else: a tenant that could write a row
-- of its own here would otherwise make itself an operator.
CREATE FUNCTION atrium_refuse_outside_platform() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT atrium_is_platform() THEN
    RAISE EXCEPTION '% is written in the platform tenant only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER operators_of_the_platform BEFORE INSERT OR UPDATE ON operators
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();
CREATE TRIGGER operator_tokens_of_the_platform BEFORE INSERT OR UPDATE ON operator_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();
CREATE TRIGGER platform_security_defaults_of_the_platform BEFORE INSERT OR UPDATE ON platform_security_defaults
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();
CREATE TRIGGER operator_tokens_end_once BEFORE UPDATE ON operator_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');
REVOKE DELETE ON operators, operator_tokens FROM atrium_app;

-- One row, within the bounds of a tenant's own policy.
ALTER TABLE platform_security_defaults
  ADD CONSTRAINT defaults_are_one CHECK (id = 1),
  ADD CONSTRAINT defaults_idle CHECK (idle_timeout_minutes BETWEEN 15 AND 525600),
  ADD CONSTRAINT defaults_absolute CHECK (absolute_timeout_minutes BETWEEN 15 AND 525600),
  ADD CONSTRAINT defaults_trusted_device CHECK (trusted_device_days BETWEEN 0 AND 90),
  ADD CONSTRAINT defaults_password_length CHECK (password_min_length BETWEEN 8 AND 128),
  ADD CONSTRAINT defaults_step_up CHECK (step_up_max_age_seconds BETWEEN 30 AND 86400),
  ADD CONSTRAINT defaults_lockout CHECK (
    (lockout_threshold IS NULL) = (lockout_window_minutes IS NULL)
    AND (lockout_threshold IS NULL) = (lockout_duration_minutes IS NULL)
    AND lockout_threshold BETWEEN 1 AND 100
    AND lockout_window_minutes BETWEEN 1 AND 1440 AND lockout_duration_minutes BETWEEN 1 AND 1440
    OR (lockout_threshold IS NULL AND lockout_window_minutes IS NULL AND lockout_duration_minutes IS NULL));
ALTER TABLE platform_security_defaults DISABLE TRIGGER platform_security_defaults_of_the_platform;
INSERT INTO platform_security_defaults DEFAULT VALUES;
ALTER TABLE platform_security_defaults ENABLE TRIGGER platform_security_defaults_of_the_platform;
REVOKE INSERT, DELETE ON platform_security_defaults FROM atrium_app;

-- Who is calling the operator plane, by the hash of the token.
CREATE FUNCTION atrium_resolve_operator_token(wanted_hash bytea)
RETURNS TABLE (token_id uuid, tenant_id uuid, environment_id uuid, name text, expires_at timestamptz, last_used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.tenant_id, t.environment_id, t.name, t.expires_at, t.last_used_at
  FROM operator_tokens t WHERE t.token_hash = wanted_hash AND t.revoked_at IS NULL
$$;

-- What operators see over all tenants. Both answer nothing unless the transaction speaks for the platform, so
-- that no tenant's request can ask, whatever it says.
CREATE FUNCTION atrium_operator_tenants(search text, after_public_id text, at_most int)
RETURNS TABLE (tenant_id uuid, public_id text, name text, status tenant_status, installation_limit int,
               installation_maximum int, created_at timestamptz, disabled_at timestamptz, environments jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.public_id, t.name, t.status, t.installation_limit, t.installation_maximum, t.created_at, t.disabled_at,
         COALESCE((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'key', e.key, 'name', e.name, 'kind', e.kind)
                                    ORDER BY e.created_at, e.id)
                   FROM environments e WHERE e.tenant_id = t.id), '[]')
  FROM tenants t
  WHERE atrium_is_platform()
    AND t.id <> (SELECT platform_tenant_id FROM platform)
    AND (search IS NULL OR position(lower(search) IN lower(t.name)) > 0 OR t.public_id = search OR t.id::text = lower(search))
    AND (after_public_id IS NULL
         OR (lower(t.name), t.id) > (SELECT lower(a.name), a.id FROM tenants a WHERE a.public_id = after_public_id))
  ORDER BY lower(t.name), t.id
  LIMIT at_most
$$;

-- Back-channel logouts that did not arrive: those tried again later, and those given up since a moment.
CREATE FUNCTION atrium_operator_failing_deliveries(given_up_since timestamptz, at_most int)
RETURNS TABLE (id uuid, tenant_public_id text, tenant_name text, environment_key text, client_id text, client_name text,
               backchannel_logout_uri text, status logout_delivery_status, attempts int, created_at timestamptz,
               next_attempt_at timestamptz, finished_at timestamptz, last_status_code int, last_error text, last_attempt_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.id, t.public_id, t.name, e.key, c.client_id, c.name, c.backchannel_logout_uri, d.status, d.attempts, d.created_at,
         d.next_attempt_at, d.finished_at, l.status_code, l.error, l.at
  FROM logout_deliveries d
  JOIN tenants t ON t.id = d.tenant_id
  JOIN environments e ON e.id = d.environment_id
  JOIN oidc_clients c ON c.id = d.oidc_client_id
  LEFT JOIN LATERAL (SELECT a.status_code, a.error, a.at FROM logout_attempts a
                     WHERE a.delivery_id = d.id ORDER BY a.attempt DESC LIMIT 1) l ON true
  WHERE atrium_is_platform()
    AND (d.status = 'pending' AND d.attempts > 0 OR d.status = 'failed' AND d.finished_at > given_up_since)
  ORDER BY d.created_at DESC, d.id DESC LIMIT at_most
$$;
-- The few that fail among the many that arrived.
CREATE INDEX logout_deliveries_not_arrived ON logout_deliveries (created_at) WHERE status <> 'delivered';
