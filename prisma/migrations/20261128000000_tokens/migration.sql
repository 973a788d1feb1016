-- Tokens: access tokens that were given back, authorizations of devices (RFC 8628), and the grace of refresh tokens.

-- A refresh token may come back for some seconds after its use and is answered again. Ten held for all relying parties before.
-- It comes first, for it takes the strongest lock of the table: after a weaker one it could deadlock with a request.
ALTER TABLE "oidc_clients"
  ADD COLUMN "device_authorization" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "refresh_grace_seconds" SMALLINT NOT NULL DEFAULT 10,
  ADD CONSTRAINT "oidc_clients_refresh_grace" CHECK ("refresh_grace_seconds" BETWEEN 0 AND 30) NOT VALID;

CREATE TABLE "revoked_tokens" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "jti" TEXT NOT NULL,
    "client_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "revoked_tokens_pkey" PRIMARY KEY ("tenant_id","environment_id","jti")
);

CREATE INDEX "revoked_tokens_client_id_idx" ON "revoked_tokens"("client_id");
CREATE INDEX "revoked_tokens_expires_at_idx" ON "revoked_tokens"("expires_at");
ALTER TABLE "revoked_tokens" ADD CONSTRAINT "revoked_tokens_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('revoked_tokens');
CALL atrium_relate_environment('revoked_tokens');

-- A cached caller says whether tokens were given back, so every process hears of the first one. Nothing depends on when one is forgotten.
CREATE TRIGGER tell_new AFTER INSERT ON revoked_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_tell_change('tenant_id');

-- Whether a credential or an installation gave back a token of its own that is still remembered. A token is looked up one by one
-- only where one was.
CREATE OR REPLACE FUNCTION atrium_has_revoked_tokens(wanted_client_id text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM revoked_tokens WHERE client_id = wanted_client_id)
$$;

CREATE TABLE "device_authorizations" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "oidc_client_id" UUID NOT NULL,
    "device_code_hash" BYTEA NOT NULL,
    "user_code_hash" BYTEA NOT NULL,
    "scope" TEXT NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "interval_seconds" SMALLINT NOT NULL DEFAULT 5,
    "last_polled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "denied_at" TIMESTAMPTZ(3),
    "consumed_at" TIMESTAMPTZ(3),
    "user_id" UUID,
    "grant_id" TEXT,
    "session_uid" TEXT,
    "sid" TEXT,
    "auth_time" TIMESTAMPTZ(3),
    "amr" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "device_authorizations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "device_authorizations_device_code_hash_key" ON "device_authorizations"("device_code_hash");
CREATE UNIQUE INDEX "device_authorizations_user_code_hash_key" ON "device_authorizations"("user_code_hash");
CREATE INDEX "device_authorizations_expires_at_idx" ON "device_authorizations"("expires_at");
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_client_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_user_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('device_authorizations');
CALL atrium_relate_environment('device_authorizations');
ALTER TABLE device_authorizations
  ADD CONSTRAINT device_authorizations_answer CHECK (approved_at IS NULL OR denied_at IS NULL),
  ADD CONSTRAINT device_authorizations_approval CHECK ((approved_at IS NOT NULL) =
    (user_id IS NOT NULL AND grant_id IS NOT NULL AND session_uid IS NOT NULL AND sid IS NOT NULL AND auth_time IS NOT NULL)),
  ADD CONSTRAINT device_authorizations_use CHECK (consumed_at IS NULL OR approved_at IS NOT NULL);

-- What a person said stays said, and tokens are issued once.
CREATE TRIGGER device_authorizations_once BEFORE UPDATE ON device_authorizations
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('approved_at', 'denied_at', 'consumed_at');

-- The environment of a device that waits for a person, by the keyed hash of the code that it shows. It answers nothing for a
-- disabled tenant, for the same reason.
CREATE OR REPLACE FUNCTION atrium_resolve_device_authorization(wanted_hash bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.tenant_id, d.environment_id FROM device_authorizations d
  JOIN tenants t ON t.id = d.tenant_id AND t.status = 'active'
  WHERE d.user_code_hash = wanted_hash
$$;
