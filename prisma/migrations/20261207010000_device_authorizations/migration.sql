-- AlterTable
ALTER TABLE "oidc_clients" ADD COLUMN     "device_authorization" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
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

-- CreateIndex
CREATE UNIQUE INDEX "device_authorizations_device_code_hash_key" ON "device_authorizations"("device_code_hash");

-- CreateIndex
CREATE UNIQUE INDEX "device_authorizations_user_code_hash_key" ON "device_authorizations"("user_code_hash");

-- CreateIndex
CREATE INDEX "device_authorizations_expires_at_idx" ON "device_authorizations"("expires_at");

-- AddForeignKey
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_client_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "device_authorizations" ADD CONSTRAINT "device_authorizations_user_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- Rows of other tenants ------------------------------------------------------------------------------
CALL atrium_isolate('device_authorizations');
CALL atrium_relate_environment('device_authorizations');

-- Wrong states ---------------------------------------------------------------------------------------
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
  doomed_ids uuid[];
  chosen text;
  swept int;
BEGIN
  SELECT * INTO kind FROM (VALUES
    -- name, table, when a row ended (as its index has it), which rows, seconds that they are kept at the least. What tells of a
    -- person's doings stays as long as its tenant is held.
    ('oidc_payloads',      'oidc_payloads',      'expires_at', 'true', hour),
    -- An authorization that nobody finished is worth nothing from the moment that it ends.
    ('interactions',       'oidc_payloads',      'expires_at', 'model = ''Interaction''', 0),
    ('one_time_secrets',   'one_time_secrets',   'expires_at', 'true', day),
    ('login_codes',        'login_codes',        'expires_at', 'true', day),
    ('used_proofs',        'used_proofs',        'expires_at', 'true', hour),
    ('exchanged_tokens',   'exchanged_tokens',   'expires_at', 'true', hour),
    ('revoked_tokens',     'revoked_tokens',     'expires_at', 'true', hour),
    ('device_authorizations', 'device_authorizations', 'expires_at', 'true', hour),
    ('spent_ceremonies',   'spent_ceremonies',   'expires_at', 'true', hour),
    ('rate_limit_buckets', 'rate_limit_buckets', 'expire', 'true', hour),
    ('unsent_mail',        'mail_messages',      'created_at', 'status = ''queued''', day),
    ('mail_messages',      'mail_messages',      'created_at', 'status <> ''queued'' AND NOT atrium_is_held(s.tenant_id)', day),
    ('unmade_deliveries',  'logout_deliveries',  'created_at', 'status = ''pending''', day),
    ('logout_deliveries',  'logout_deliveries',  'finished_at', 'NOT atrium_is_held(s.tenant_id)', day),
    -- A session stays as long as anything that came out of it, which is listed and ended by it.
    ('sessions',           'sessions',           'LEAST(revoked_at, expired_at)',
       '(revoked_at IS NOT NULL OR expired_at IS NOT NULL) AND NOT atrium_is_held(s.tenant_id) AND NOT EXISTS (SELECT FROM oidc_payloads p
          WHERE p.tenant_id = s.tenant_id AND p.environment_id = s.environment_id AND p.uid = s.oidc_session_uid
            AND p.model IN (''Session'', ''AuthorizationCode'', ''AccessToken'', ''RefreshToken''))', day),
    ('trusted_devices',    'trusted_devices',    'LEAST(revoked_at, expires_at)', 'NOT atrium_is_held(s.tenant_id)', day),
    ('ingested_events',    'ingested_events',    'received_at', 'true', 30 * day),
    -- What waits to be applied goes with the end of its import; who was refused is told for a month.
    ('user_import_lines',  'user_import_lines',  'received_at', 'EXISTS (SELECT FROM user_imports i
       WHERE i.id = s.import_id AND i.finished_at IS NOT NULL)', 0),
    ('user_import_problems', 'user_import_problems', 'at', 'true', day),
    ('user_imports',       'user_imports',       'finished_at', 'NOT EXISTS (SELECT FROM user_import_lines l WHERE l.import_id = s.id)
       AND NOT EXISTS (SELECT FROM user_import_problems p WHERE p.import_id = s.id)', day),
    ('event_counts',       'event_counts',       'hour', 'true', 31 * day),
    -- Thirty days are shown, in UTC: a day ends a day after it began.
    ('active_users',       'active_users',       'day', 'true', 32 * day),
    ('active_user_days',   'active_user_days',   'day', 'true', 32 * day),
    ('refused_authorizations', 'refused_authorizations', 'last_at', 'true', day)
  ) AS kinds (name, swept_table, ended, rows, least_seconds) WHERE name = subject;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing called % is swept', subject;
  END IF;

  -- A place in a table is one of its partition, so that sessions go by their ids.
  chosen := format('SELECT ARRAY(SELECT %5$s FROM %1$I s WHERE %2$s < %3$s AND %4$s ORDER BY %2$s LIMIT $2 FOR UPDATE SKIP LOCKED)',
    kind.swept_table, kind.ended,
    -- A bucket ends at a number: milliseconds since 1970.
    CASE kind.ended WHEN 'expire' THEN '((extract(epoch FROM now()) - $1) * 1000)::bigint'
                    ELSE 'now() - make_interval(secs => $1)' END,
    kind.rows, CASE subject WHEN 'sessions' THEN 'id' ELSE 'ctid' END);
  IF subject = 'sessions' THEN
    EXECUTE chosen INTO doomed_ids USING GREATEST(keep_seconds, kind.least_seconds), at_most;
    DELETE FROM session_clients WHERE session_id = ANY (doomed_ids);
    DELETE FROM sessions WHERE id = ANY (doomed_ids);
    GET DIAGNOSTICS swept = ROW_COUNT;
    RETURN swept;
  END IF;
  EXECUTE chosen INTO doomed USING GREATEST(keep_seconds, kind.least_seconds), at_most;

  -- What a row has below it goes first.
  IF subject = 'logout_deliveries' THEN
    DELETE FROM logout_attempts
    WHERE delivery_id IN (SELECT id FROM logout_deliveries WHERE ctid = ANY (doomed));
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
