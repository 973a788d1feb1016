-- CreateEnum
CREATE TYPE "installation_status" AS ENUM ('active', 'retired');

-- CreateEnum
CREATE TYPE "installation_campaign_status" AS ENUM ('draft', 'confirmed', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "campaign_progress" AS ENUM ('pending', 'in_progress', 'succeeded', 'failed');

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "active_installations" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "enrolment_tokens" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "app_id" UUID NOT NULL,
    "organization_id" UUID,
    "not_before" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "max_uses" INTEGER,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "per_minute" INTEGER NOT NULL,
    "minute_started_at" TIMESTAMPTZ(3),
    "minute_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "enrolment_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installations" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "platform" TEXT,
    "version" TEXT,
    "status" "installation_status" NOT NULL DEFAULT 'active',
    "public_key" JSONB NOT NULL,
    "key_thumbprint" TEXT NOT NULL,
    "app_id" UUID NOT NULL,
    "organization_id" UUID,
    "enrolment_token_id" UUID NOT NULL,
    "enrolled_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3),
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "installations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "used_proofs" (
    "tenant_id" UUID NOT NULL,
    "key_thumbprint" TEXT NOT NULL,
    "jti_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_proofs_pkey" PRIMARY KEY ("tenant_id","key_thumbprint","jti_hash")
);

-- CreateTable
CREATE TABLE "installation_campaigns" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" "installation_campaign_status" NOT NULL DEFAULT 'draft',
    "target_version" TEXT NOT NULL,
    "selector_app_id" UUID,
    "selector_organization_id" UUID,
    "selector_platform" TEXT,
    "selector_version_below" TEXT,
    "membership_version" TEXT,
    "displayed_count" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "installation_campaigns_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "installation_campaign_members" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "campaign_id" UUID NOT NULL,
    "installation_id" UUID NOT NULL,
    "progress" "campaign_progress" NOT NULL DEFAULT 'pending',
    "detail" TEXT,
    "reported_at" TIMESTAMPTZ(3),

    CONSTRAINT "installation_campaign_members_pkey" PRIMARY KEY ("campaign_id","installation_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "enrolment_tokens_secret_hash_key" ON "enrolment_tokens"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "enrolment_tokens_tenant_id_environment_id_id_key" ON "enrolment_tokens"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "installations_environment_id_status_app_id_idx" ON "installations"("environment_id", "status", "app_id");

-- CreateIndex
CREATE UNIQUE INDEX "installations_tenant_id_key_thumbprint_key" ON "installations"("tenant_id", "key_thumbprint");

-- CreateIndex
CREATE UNIQUE INDEX "installations_tenant_id_environment_id_id_key" ON "installations"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "used_proofs_expires_at_idx" ON "used_proofs"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "installation_campaigns_tenant_id_environment_id_id_key" ON "installation_campaigns"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "installation_campaign_members_installation_id_idx" ON "installation_campaign_members"("installation_id");

-- AddForeignKey
ALTER TABLE "enrolment_tokens" ADD CONSTRAINT "enrolment_tokens_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "enrolment_tokens" ADD CONSTRAINT "enrolment_tokens_tenant_id_environment_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installations" ADD CONSTRAINT "installations_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installations" ADD CONSTRAINT "installations_tenant_id_environment_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installations" ADD CONSTRAINT "installations_tenant_id_environment_id_enrolment_token_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "enrolment_token_id") REFERENCES "enrolment_tokens"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_campaigns" ADD CONSTRAINT "installation_campaigns_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_campaigns" ADD CONSTRAINT "installation_campaigns_tenant_id_environment_id_selector_a_fkey" FOREIGN KEY ("tenant_id", "environment_id", "selector_app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_campaigns" ADD CONSTRAINT "installation_campaigns_tenant_id_environment_id_selector_o_fkey" FOREIGN KEY ("tenant_id", "environment_id", "selector_organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_campaign_members" ADD CONSTRAINT "installation_campaign_members_tenant_id_environment_id_cam_fkey" FOREIGN KEY ("tenant_id", "environment_id", "campaign_id") REFERENCES "installation_campaigns"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "installation_campaign_members" ADD CONSTRAINT "installation_campaign_members_tenant_id_environment_id_ins_fkey" FOREIGN KEY ("tenant_id", "environment_id", "installation_id") REFERENCES "installations"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rows of other tenants ------------------------------------------------------------------------------
CALL atrium_isolate('enrolment_tokens');
CALL atrium_isolate('installations');
CALL atrium_isolate('used_proofs');
CALL atrium_isolate('installation_campaigns');
CALL atrium_isolate('installation_campaign_members');

-- Wrong states ---------------------------------------------------------------------------------------
ALTER TABLE enrolment_tokens
  ADD CONSTRAINT enrolment_tokens_uses CHECK (uses >= 0 AND (max_uses IS NULL OR (max_uses >= 1 AND uses <= max_uses))),
  ADD CONSTRAINT enrolment_tokens_per_minute CHECK (per_minute >= 1 AND minute_count BETWEEN 0 AND per_minute),
  ADD CONSTRAINT enrolment_tokens_window CHECK (expires_at > not_before);
CREATE TRIGGER enrolment_tokens_revoked_once BEFORE UPDATE ON enrolment_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('revoked_at');

-- What a token opens is what was decided when it was issued; a use is never given back.
CREATE FUNCTION atrium_freeze_enrolment_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.secret_hash, NEW.app_id, NEW.organization_id, NEW.not_before,
      NEW.expires_at, NEW.max_uses, NEW.per_minute)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.secret_hash, OLD.app_id, OLD.organization_id,
      OLD.not_before, OLD.expires_at, OLD.max_uses, OLD.per_minute) OR NEW.uses < OLD.uses THEN
    RAISE EXCEPTION 'what an enrolment token opens is frozen when it is issued' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER enrolment_tokens_frozen BEFORE UPDATE ON enrolment_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_enrolment_token();

ALTER TABLE installations
  ADD CONSTRAINT installations_retired CHECK ((status = 'retired') = (retired_at IS NOT NULL)),
  ADD CONSTRAINT installations_key CHECK (public_key ->> 'kty' = 'OKP' AND public_key ->> 'crv' = 'Ed25519'
    AND public_key ->> 'x' ~ '^[A-Za-z0-9_-]{43}$' AND NOT public_key ? 'd');
CREATE TRIGGER installations_retired_once BEFORE UPDATE ON installations
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('retired_at');

-- A key is an installation: another one enrols by itself.
CREATE FUNCTION atrium_freeze_installation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.public_key, NEW.key_thumbprint, NEW.enrolment_token_id, NEW.enrolled_at)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.public_key, OLD.key_thumbprint, OLD.enrolment_token_id,
      OLD.enrolled_at) THEN
    RAISE EXCEPTION 'the key of an installation is frozen when it enrols' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER installations_frozen BEFORE UPDATE ON installations
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_installation();

-- Capacity -------------------------------------------------------------------------------------------
-- The tenant's row counts its active installations, and its lock makes the count exact: of N that enrol at
-- once, each sees the ones before it. A limit lowered below what is active stops new ones and ends none.
CREATE FUNCTION atrium_count_installation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status = 'active' AND (TG_OP = 'DELETE' OR NEW.status <> 'active') THEN
    UPDATE tenants SET active_installations = active_installations - 1 WHERE id = OLD.tenant_id;
  ELSIF TG_OP <> 'DELETE' AND NEW.status = 'active' AND (TG_OP = 'INSERT' OR OLD.status <> 'active') THEN
    UPDATE tenants SET active_installations = active_installations + 1
     WHERE id = NEW.tenant_id AND active_installations < installation_limit;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the tenant has no capacity for another installation' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER installations_counted AFTER INSERT OR UPDATE OF status OR DELETE ON installations
  FOR EACH ROW EXECUTE FUNCTION atrium_count_installation();
ALTER TABLE tenants ADD CONSTRAINT tenants_active_installations CHECK (active_installations >= 0);

-- Campaigns ------------------------------------------------------------------------------------------
ALTER TABLE installation_campaigns
  ADD CONSTRAINT campaigns_confirmed CHECK (status NOT IN ('confirmed', 'completed') OR confirmed_at IS NOT NULL),
  ADD CONSTRAINT campaigns_displayed CHECK ((confirmed_at IS NOT NULL) = (membership_version IS NOT NULL)
    AND (confirmed_at IS NOT NULL) = (displayed_count IS NOT NULL)),
  ADD CONSTRAINT campaigns_completed CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  ADD CONSTRAINT campaigns_cancelled CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL));
CREATE TRIGGER campaigns_once BEFORE UPDATE ON installation_campaigns
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('confirmed_at', 'membership_version', 'displayed_count',
    'completed_at', 'cancelled_at');

-- Who is calling -------------------------------------------------------------------------------------
-- An enrolment token by its hash.
CREATE FUNCTION atrium_resolve_enrolment_token(wanted_hash bytea)
RETURNS TABLE (token_id uuid, tenant_id uuid, tenant_public_id text, tenant_status tenant_status, environment_id uuid,
               environment_key text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.id, t.id, t.public_id, t.status, e.id, e.key
  FROM enrolment_tokens k JOIN tenants t ON t.id = k.tenant_id JOIN environments e ON e.id = k.environment_id
  WHERE k.secret_hash = wanted_hash
$$;

-- An installation by its id, with the key that its signature must verify with and all that can stop it.
CREATE FUNCTION atrium_resolve_installation(wanted_id uuid)
RETURNS TABLE (installation_id uuid, tenant_id uuid, tenant_public_id text, tenant_status tenant_status,
               environment_id uuid, environment_key text, name text, status installation_status, public_key jsonb,
               key_thumbprint text, app_id uuid, app_status active_status, organization_id uuid,
               workspace_status active_status, last_seen_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.id, t.id, t.public_id, t.status, e.id, e.key, i.name, i.status, i.public_key, i.key_thumbprint,
         i.app_id, a.status, i.organization_id, w.status, i.last_seen_at
  FROM installations i JOIN tenants t ON t.id = i.tenant_id JOIN environments e ON e.id = i.environment_id
  JOIN apps a ON a.id = i.app_id
  LEFT JOIN workspaces w ON w.environment_id = i.environment_id AND w.organization_id = i.organization_id
  WHERE i.id = wanted_id
$$;

-- The sweep of expired rows, with the proofs that can't be presented any more.
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
  -- Milliseconds since 1970, as rate-limiter-flexible writes them.
  DELETE FROM rate_limit_buckets WHERE expire < extract(epoch FROM now() - interval '1 hour') * 1000;
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'rate_limit_buckets'; RETURN NEXT;
  UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
         last_error = COALESCE(last_error, 'no worker took it for a day')
   WHERE status = 'queued' AND created_at < now() - interval '1 day';
  DELETE FROM mail_messages WHERE status <> 'queued' AND created_at < now() - interval '30 days';
  GET DIAGNOSTICS rows = ROW_COUNT; cleared := 'mail_messages'; RETURN NEXT;
END $$;
