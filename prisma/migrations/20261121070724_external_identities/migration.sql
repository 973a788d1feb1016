-- CreateEnum
CREATE TYPE "identity_source_type" AS ENUM ('oidc');

-- CreateTable
CREATE TABLE "identity_sources" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "type" "identity_source_type" NOT NULL DEFAULT 'oidc',
    "issuer" TEXT NOT NULL,
    "audiences" TEXT[],
    "jwks_uri" TEXT NOT NULL,
    "attribute_mapping" JSONB NOT NULL DEFAULT '{}',
    "status" "active_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identity_sources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "external_principals" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "claims" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "external_principals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "identity_bindings" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "principal_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "identity_bindings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exchanged_tokens" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchanged_tokens_pkey" PRIMARY KEY ("source_id","token_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "identity_sources_environment_id_issuer_key" ON "identity_sources"("environment_id", "issuer");

-- CreateIndex
CREATE UNIQUE INDEX "identity_sources_tenant_id_environment_id_id_key" ON "identity_sources"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "external_principals_source_id_subject_key" ON "external_principals"("source_id", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "external_principals_tenant_id_environment_id_id_key" ON "external_principals"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "identity_bindings_principal_id_idx" ON "identity_bindings"("principal_id");

-- CreateIndex
CREATE INDEX "identity_bindings_user_id_idx" ON "identity_bindings"("user_id");

-- CreateIndex
CREATE INDEX "exchanged_tokens_expires_at_idx" ON "exchanged_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "identity_sources" ADD CONSTRAINT "identity_sources_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_principals" ADD CONSTRAINT "external_principals_tenant_id_environment_id_source_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "source_id") REFERENCES "identity_sources"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_bindings" ADD CONSTRAINT "identity_bindings_tenant_id_environment_id_principal_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "principal_id") REFERENCES "external_principals"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_bindings" ADD CONSTRAINT "identity_bindings_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- AddForeignKey
ALTER TABLE "exchanged_tokens" ADD CONSTRAINT "exchanged_tokens_tenant_id_environment_id_source_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "source_id") REFERENCES "identity_sources"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rows of other tenants ------------------------------------------------------------------------------
CALL atrium_isolate('identity_sources');
CALL atrium_isolate('external_principals');
CALL atrium_isolate('identity_bindings');
CALL atrium_isolate('exchanged_tokens');

-- Wrong states ---------------------------------------------------------------------------------------
ALTER TABLE identity_sources
  ADD CONSTRAINT identity_sources_https CHECK (issuer ~ '^https://' AND jwks_uri ~ '^https://'),
  ADD CONSTRAINT identity_sources_audiences CHECK (cardinality(audiences) >= 1),
  ADD CONSTRAINT identity_sources_mapping CHECK (jsonb_typeof(attribute_mapping) = 'object');
ALTER TABLE external_principals
  ADD CONSTRAINT external_principals_claims CHECK (jsonb_typeof(claims) = 'object');

-- One live claim on a principal, whoever asks at the same time.
CREATE UNIQUE INDEX identity_bindings_live_claim ON identity_bindings (principal_id) WHERE released_at IS NULL;
CREATE TRIGGER identity_bindings_released_once BEFORE UPDATE ON identity_bindings
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('released_at');

-- An issuer's subjects mean nothing under another issuer, and a claim is released, never handed on.
CREATE FUNCTION atrium_freeze_external_identity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  field text;
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
BEGIN
  FOREACH field IN ARRAY TG_ARGV LOOP
    IF after -> field IS DISTINCT FROM before -> field THEN
      RAISE EXCEPTION '% of % is frozen', field, TG_TABLE_NAME USING ERRCODE = 'check_violation';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;
CREATE TRIGGER identity_sources_frozen BEFORE UPDATE ON identity_sources
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('tenant_id', 'environment_id', 'type', 'issuer');
CREATE TRIGGER external_principals_frozen BEFORE UPDATE ON external_principals
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('tenant_id', 'environment_id', 'source_id', 'subject');
CREATE TRIGGER identity_bindings_frozen BEFORE UPDATE ON identity_bindings
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('tenant_id', 'environment_id', 'principal_id', 'user_id');

-- The sweep of expired rows, with the tokens that can't be exchanged any more.
CREATE OR REPLACE FUNCTION atrium_sweep_storage() RETURNS TABLE (cleared text, rows int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM oidc_payloads WHERE expires_at < now() - interval '7 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'oidc_payloads'; RETURN NEXT;
  DELETE FROM one_time_secrets WHERE expires_at < now() - interval '7 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'one_time_secrets'; RETURN NEXT;
  DELETE FROM login_codes WHERE expires_at < now() - interval '7 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'login_codes'; RETURN NEXT;
  DELETE FROM used_proofs WHERE expires_at < now() - interval '1 hour';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'used_proofs'; RETURN NEXT;
  DELETE FROM exchanged_tokens WHERE expires_at < now() - interval '1 hour';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'exchanged_tokens'; RETURN NEXT;
  -- Milliseconds since 1970, as rate-limiter-flexible writes them.
  DELETE FROM rate_limit_buckets WHERE expire < extract(epoch FROM now() - interval '1 hour') * 1000;
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'rate_limit_buckets'; RETURN NEXT;
  UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
         last_error = COALESCE(last_error, 'no worker took it for a day')
   WHERE status = 'queued' AND created_at < now() - interval '1 day';
  DELETE FROM mail_messages WHERE status <> 'queued' AND created_at < now() - interval '30 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'mail_messages'; RETURN NEXT;
END $$;
