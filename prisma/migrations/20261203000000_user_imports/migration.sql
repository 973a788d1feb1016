-- CreateEnum
CREATE TYPE "user_import_status" AS ENUM ('receiving', 'running', 'completed', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "user_import_mode" AS ENUM ('create', 'upsert', 'new_only');

-- CreateTable
CREATE TABLE "user_imports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "status" "user_import_status" NOT NULL DEFAULT 'receiving',
    "mode" "user_import_mode" NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "actor" JSONB NOT NULL,
    "context" JSONB NOT NULL,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "applied" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_import_lines" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "external_id" TEXT,
    "display_name" TEXT,
    "locale" TEXT,
    "email_verified" BOOLEAN NOT NULL,
    "password_hash" TEXT,
    "sealed_weak_hash" BYTEA,
    "memberships" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_import_lines_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "user_import_problems" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "email" TEXT,
    "external_id" TEXT,
    "code" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_import_problems_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateIndex
CREATE INDEX "user_imports_finished_at_idx" ON "user_imports"("finished_at");

-- CreateIndex
CREATE UNIQUE INDEX "user_imports_tenant_id_environment_id_id_key" ON "user_imports"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "user_import_lines_import_id_email_key_idx" ON "user_import_lines"("import_id", "email_key");

-- CreateIndex
CREATE INDEX "user_import_lines_import_id_external_id_idx" ON "user_import_lines"("import_id", "external_id");

-- CreateIndex
CREATE INDEX "user_import_problems_at_idx" ON "user_import_problems"("at");

-- AddForeignKey
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_import_lines" ADD CONSTRAINT "user_import_lines_tenant_id_environment_id_import_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "import_id") REFERENCES "user_imports"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_import_problems" ADD CONSTRAINT "user_import_problems_tenant_id_environment_id_import_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "import_id") REFERENCES "user_imports"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- Rows of other tenants ------------------------------------------------------------------------------
CALL atrium_isolate('user_imports');
CALL atrium_isolate('user_import_lines');
CALL atrium_isolate('user_import_problems');

-- Wrong states ---------------------------------------------------------------------------------------
ALTER TABLE user_imports
  ADD CONSTRAINT user_imports_end CHECK ((finished_at IS NULL) = (status IN ('receiving', 'running'))),
  ADD CONSTRAINT user_imports_figures CHECK (0 <= LEAST(lines, applied, created, updated, unchanged, refused));
-- An import that is over stays over.
CREATE TRIGGER user_imports_once BEFORE UPDATE ON user_imports
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('finished_at');

-- Imports of users that have lines to apply, the one that waited longest first, and those whose sender has said nothing for ten
-- minutes.
CREATE OR REPLACE FUNCTION atrium_user_imports(at_most int)
RETURNS TABLE (import_id uuid, tenant_id uuid, environment_id uuid, is_abandoned boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.id, i.tenant_id, i.environment_id, i.status = 'receiving' FROM user_imports i
  WHERE i.finished_at IS NULL
    AND (i.status = 'running' OR i.touched_at < now() - interval '10 minutes')
  ORDER BY i.touched_at LIMIT at_most
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

-- Every column with sealed values: the purpose that its key is derived for, and what a value is bound to.
CREATE OR REPLACE FUNCTION atrium_sealed_kinds()
RETURNS TABLE (kind text, of_table text, of_column text, purpose text, context text)
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  VALUES
    ('signing keys',             'signing_keys',  'sealed_private_jwk', 'signing-key',   'kid'),
    ('payloads of OAuth',        'oidc_payloads', 'sealed_payload',     'oidc-payload',
       'model || '':'' || translate(encode(key, ''base64''), ''+/='' || chr(10), ''-_'')'),
    ('authenticator apps',       'factors',       'sealed_secret',      'totp-secret',   'id::text'),
    ('mail that waits',          'mail_messages', 'sealed_props',       'mail',          'id::text'),
    ('hashes of an import',      'user_import_lines', 'sealed_weak_hash', 'imported-hash', 'import_id::text || '':'' || line'),
    ('mail of the local mailbox', 'mail_messages', 'sealed_rendered',   'mail-rendered', 'id::text')
$$;
