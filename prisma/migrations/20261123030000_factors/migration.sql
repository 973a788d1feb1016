-- CreateEnum
CREATE TYPE "factor_type" AS ENUM ('totp', 'passkey');

-- AlterTable
ALTER TABLE "environments" ADD COLUMN     "passkey_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "passkey_rp_id" TEXT;

-- AlterTable
ALTER TABLE "platform_security_defaults" ADD COLUMN     "administrators_require_factor" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "allowed_factors" TEXT[] DEFAULT ARRAY['email_otp', 'totp', 'passkey']::TEXT[],
ADD COLUMN     "factor_grace_days" INTEGER NOT NULL DEFAULT 14;

-- AlterTable
ALTER TABLE "tenant_security_policies" ADD COLUMN     "administrators_require_factor" BOOLEAN,
ADD COLUMN     "allowed_factors" TEXT[],
ADD COLUMN     "factor_grace_days" INTEGER;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "factor_due_from" TIMESTAMPTZ(3),
ADD COLUMN     "factor_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "passkey_offered_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "factors" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "type" "factor_type" NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "sealed_secret" BYTEA,
    "last_step" BIGINT,
    "credential_id" BYTEA,
    "public_key" BYTEA,
    "sign_count" BIGINT,
    "aaguid" UUID,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "backup_eligible" BOOLEAN,
    "backed_up" BOOLEAN,
    "rp_id" TEXT,

    CONSTRAINT "factors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "spent_ceremonies" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_ceremonies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "factors_user_id_idx" ON "factors"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "factors_environment_id_credential_id_key" ON "factors"("environment_id", "credential_id");

-- CreateIndex
CREATE INDEX "spent_ceremonies_expires_at_idx" ON "spent_ceremonies"("expires_at");

-- AddForeignKey
ALTER TABLE "factors" ADD CONSTRAINT "factors_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "spent_ceremonies" ADD CONSTRAINT "spent_ceremonies_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rows of other tenants ------------------------------------------------------------------------------
CALL atrium_isolate('factors');
CALL atrium_isolate('recovery_codes');
CALL atrium_isolate('spent_ceremonies');

-- Wrong states ---------------------------------------------------------------------------------------
ALTER TABLE factors
  ADD CONSTRAINT factors_totp CHECK (type <> 'totp' OR (sealed_secret IS NOT NULL AND credential_id IS NULL)),
  ADD CONSTRAINT factors_passkey CHECK (type <> 'passkey' OR (sealed_secret IS NULL AND num_nulls(credential_id,
    public_key, sign_count, aaguid, backup_eligible, backed_up, rp_id) = 0));
ALTER TABLE users
  ADD CONSTRAINT users_factor_types CHECK (factor_types IS NOT NULL AND factor_types <@ ARRAY['totp', 'passkey']) NOT VALID;
ALTER TABLE tenant_security_policies
  ADD CONSTRAINT tenant_policy_factors CHECK (allowed_factors <@ ARRAY['email_otp', 'totp', 'passkey']
    AND cardinality(allowed_factors) > 0),
  ADD CONSTRAINT tenant_policy_factor_grace CHECK (factor_grace_days BETWEEN 0 AND 90);
ALTER TABLE platform_security_defaults
  ADD CONSTRAINT defaults_factors CHECK (allowed_factors IS NOT NULL
    AND allowed_factors <@ ARRAY['email_otp', 'totp', 'passkey'] AND cardinality(allowed_factors) > 0),
  ADD CONSTRAINT defaults_factor_grace CHECK (factor_grace_days BETWEEN 0 AND 90);
-- A relying party has an origin at the least, and an origin belongs to one.
ALTER TABLE environments
  ADD CONSTRAINT environments_passkeys CHECK ((passkey_rp_id IS NULL) = (cardinality(passkey_origins) = 0));

-- A code that was used stays used; a code of an authenticator app goes forward only.
CREATE TRIGGER recovery_codes_single_use BEFORE UPDATE ON recovery_codes
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('used_at');
CREATE OR REPLACE FUNCTION atrium_freeze_factor() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.user_id, NEW.type, NEW.sealed_secret, NEW.credential_id, NEW.public_key,
      NEW.aaguid, NEW.backup_eligible, NEW.rp_id)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.user_id, OLD.type, OLD.sealed_secret, OLD.credential_id,
      OLD.public_key, OLD.aaguid, OLD.backup_eligible, OLD.rp_id)
     OR NEW.last_step < OLD.last_step OR (OLD.last_step IS NOT NULL AND NEW.last_step IS NULL)
     OR NEW.sign_count < OLD.sign_count THEN
    RAISE EXCEPTION 'a factor is frozen when it is added, and its counters go forward' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER factors_frozen BEFORE UPDATE ON factors
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_factor();

-- Clears at most `at_most` rows of one kind, of every tenant, that ended more than `keep_seconds` ago by this server's clock. It
-- skips a row that somebody holds: a sweep waits for nobody while it holds rows, so it can't deadlock with requests, and the next
-- sweep finds the row. The caller says how long rows are kept, and the function keeps them at least as long as the service
-- promises.
CREATE OR REPLACE FUNCTION atrium_sweep(subject text, keep_seconds double precision, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hour CONSTANT double precision := 3600;
  day CONSTANT double precision := 86400;
  kind record;
  doomed tid[];
  swept int;
BEGIN
  SELECT * INTO kind FROM (VALUES
    -- name, table, when a row ended (as its index has it), which rows, seconds that they are kept at the least
    ('oidc_payloads',      'oidc_payloads',      'expires_at', 'true', hour),
    -- An authorization that nobody finished is worth nothing from the moment that it ends.
    ('interactions',       'oidc_payloads',      'expires_at', 'model = ''Interaction''', 0),
    ('one_time_secrets',   'one_time_secrets',   'expires_at', 'true', day),
    ('login_codes',        'login_codes',        'expires_at', 'true', day),
    ('used_proofs',        'used_proofs',        'expires_at', 'true', hour),
    ('exchanged_tokens',   'exchanged_tokens',   'expires_at', 'true', hour),
    ('spent_ceremonies',   'spent_ceremonies',   'expires_at', 'true', hour),
    ('rate_limit_buckets', 'rate_limit_buckets', 'expire', 'true', hour),
    ('unsent_mail',        'mail_messages',      'created_at', 'status = ''queued''', day),
    ('mail_messages',      'mail_messages',      'created_at', 'status <> ''queued''', day),
    ('unmade_deliveries',  'logout_deliveries',  'created_at', 'status = ''pending''', day),
    ('logout_deliveries',  'logout_deliveries',  'finished_at', 'true', day),
    -- A session stays as long as anything that came out of it, which is listed and ended by it.
    ('sessions',           'sessions',           'LEAST(revoked_at, expired_at)',
       '(revoked_at IS NOT NULL OR expired_at IS NOT NULL) AND NOT EXISTS (SELECT FROM oidc_payloads p
          WHERE p.tenant_id = s.tenant_id AND p.environment_id = s.environment_id AND p.uid = s.oidc_session_uid
            AND p.model IN (''Session'', ''AuthorizationCode'', ''AccessToken'', ''RefreshToken''))', day),
    ('trusted_devices',    'trusted_devices',    'LEAST(revoked_at, expires_at)', 'true', day),
    ('event_counts',       'event_counts',       'hour', 'true', 31 * day),
    -- Thirty days are shown, in UTC: a day ends a day after it began.
    ('active_users',       'active_users',       'day', 'true', 32 * day),
    ('active_user_days',   'active_user_days',   'day', 'true', 32 * day),
    ('refused_authorizations', 'refused_authorizations', 'last_at', 'true', day)
  ) AS kinds (name, swept_table, ended, rows, least_seconds) WHERE name = subject;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing called % is swept', subject;
  END IF;

  EXECUTE format('SELECT ARRAY(SELECT ctid FROM %I s WHERE %s < %s AND %s ORDER BY %2$s LIMIT $2 FOR UPDATE SKIP LOCKED)',
    kind.swept_table, kind.ended,
    -- A bucket ends at a number: milliseconds since 1970.
    CASE kind.ended WHEN 'expire' THEN '((extract(epoch FROM now()) - $1) * 1000)::bigint'
                    ELSE 'now() - make_interval(secs => $1)' END,
    kind.rows)
  INTO doomed USING GREATEST(keep_seconds, kind.least_seconds), at_most;

  -- What a row has below it goes first.
  IF subject = 'logout_deliveries' THEN
    DELETE FROM logout_attempts
    WHERE delivery_id IN (SELECT id FROM logout_deliveries WHERE ctid = ANY (doomed));
  ELSIF subject = 'sessions' THEN
    DELETE FROM session_clients WHERE session_id IN (SELECT id FROM sessions WHERE ctid = ANY (doomed));
  END IF;

  -- What was promised to somebody and no job will do any more has failed; everything else is deleted.
  IF subject = 'unsent_mail' THEN
    UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
           last_error = COALESCE(last_error, 'no worker took it for a day')
    WHERE ctid = ANY (doomed);
  ELSIF subject = 'unmade_deliveries' THEN
    UPDATE logout_deliveries SET status = 'failed', next_attempt_at = NULL, finished_at = now()
    WHERE ctid = ANY (doomed);
  ELSE
    EXECUTE format('DELETE FROM %I WHERE ctid = ANY ($1)', kind.swept_table) USING doomed;
  END IF;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END $$;
