-- Streams of security events to receivers (OpenID Shared Signals Framework 1.0), docs/decisions/039-streams-are-fed-when-they-are-polled.md.
ALTER TYPE "signing_key_purpose" ADD VALUE 'security_event';

CREATE TYPE "signal_stream_status" AS ENUM ('enabled', 'paused', 'disabled');

CREATE TABLE "signal_streams" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "description" TEXT,
    "events_requested" TEXT[],
    "status" "signal_stream_status" NOT NULL DEFAULT 'enabled',
    "status_reason" TEXT,
    "position" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "active_at" TIMESTAMPTZ(3) NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "signal_streams_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "signal_streams_tenant_id_credential_id_idx" ON "signal_streams"("tenant_id", "credential_id");
CREATE INDEX "signal_streams_active_at_idx" ON "signal_streams"("active_at");
CREATE UNIQUE INDEX "signal_streams_tenant_id_environment_id_id_key" ON "signal_streams"("tenant_id", "environment_id", "id");
ALTER TABLE "signal_streams" ADD CONSTRAINT "signal_streams_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "signal_streams" ADD CONSTRAINT "signal_streams_credential_fkey" FOREIGN KEY ("tenant_id", "credential_id") REFERENCES "credentials"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('signal_streams');
CALL atrium_relate_environment('signal_streams');

CREATE TABLE "signals" (
    "jti" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "stream_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "event_id" UUID,
    "ordinal" SMALLINT NOT NULL DEFAULT 0,
    "state" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signals_pkey" PRIMARY KEY ("jti")
);
CREATE INDEX "signals_stream_id_position_ordinal_idx" ON "signals"("stream_id", "position", "ordinal");
CREATE UNIQUE INDEX "signals_stream_id_event_id_ordinal_key" ON "signals"("stream_id", "event_id", "ordinal");
ALTER TABLE "signals" ADD CONSTRAINT "signals_stream_fkey" FOREIGN KEY ("tenant_id", "environment_id", "stream_id") REFERENCES "signal_streams"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
CALL atrium_isolate('signals');
CALL atrium_relate_environment('signals');

CREATE TABLE "signal_removals" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "stream_id" UUID NOT NULL,
    "subject_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signal_removals_pkey" PRIMARY KEY ("stream_id","subject_hash")
);
ALTER TABLE "signal_removals" ADD CONSTRAINT "signal_removals_stream_fkey" FOREIGN KEY ("tenant_id", "environment_id", "stream_id") REFERENCES "signal_streams"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
CALL atrium_isolate('signal_removals');
CALL atrium_relate_environment('signal_removals');

CREATE TABLE "former_addresses" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "former_addresses_pkey" PRIMARY KEY ("user_id","changed_at")
);
CREATE INDEX "former_addresses_changed_at_idx" ON "former_addresses"("changed_at");
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('former_addresses');
CALL atrium_relate_environment('former_addresses');

-- Wrong states ---------------------------------------------------------------------------------------
-- A signal tells of an event, or verifies its stream.
ALTER TABLE signals
  ADD CONSTRAINT signals_what CHECK (event_id IS NULL OR state IS NULL),
  ADD CONSTRAINT signals_state CHECK (length(state) <= 1024);
ALTER TABLE signal_streams
  ADD CONSTRAINT signal_streams_texts CHECK (length(description) <= 1000 AND length(status_reason) <= 1000);
ALTER TABLE signal_removals
  ADD CONSTRAINT signal_removals_hash CHECK (octet_length(subject_hash) = 32);

-- A stream is one receiver's in one environment for good, and what the log was looked through for stays so: nothing is told twice.
CREATE OR REPLACE FUNCTION atrium_refuse_stream_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.id <> OLD.id OR NEW.environment_id <> OLD.environment_id OR NEW.credential_id <> OLD.credential_id OR NEW.position < OLD.position THEN
    RAISE EXCEPTION 'the receiver of a stream is fixed, and its position only grows' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER signal_streams_fixed BEFORE UPDATE ON signal_streams
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_stream_change();

-- A stream belongs to the environment of its receiver.
CREATE OR REPLACE FUNCTION atrium_check_stream_receiver() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM credentials c
    WHERE c.id = NEW.credential_id AND c.tenant_id = NEW.tenant_id AND c.environment_id = NEW.environment_id) THEN
    RAISE EXCEPTION 'a stream belongs to the environment of its credential' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER signal_streams_receiver BEFORE INSERT ON signal_streams
  FOR EACH ROW EXECUTE FUNCTION atrium_check_stream_receiver();

-- Streams whose receivers did nothing with them for so long, of every tenant, the one that waited longest first.
CREATE OR REPLACE FUNCTION atrium_idle_streams(idle_seconds double precision, at_most int)
RETURNS TABLE (stream_id uuid, tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.tenant_id, s.environment_id FROM signal_streams s
  WHERE s.active_at < now() - make_interval(secs => GREATEST(idle_seconds, 86400))
  ORDER BY s.active_at LIMIT at_most
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
    ('refused_authorizations', 'refused_authorizations', 'last_at', 'true', day),
    -- As long as a stream waits for its receiver.
    ('former_addresses',   'former_addresses',   'changed_at', 'true', 30 * day)
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
