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

-- Changes of streams that the log was not read through for yet: an event is judged by the settings at its moment.
CREATE TYPE "signal_change_kind" AS ENUM ('begun', 'requested', 'removed', 'added');

CREATE TABLE "signal_changes" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "stream_id" UUID NOT NULL,
    "kind" "signal_change_kind" NOT NULL,
    "subject_hashes" BYTEA[] NOT NULL DEFAULT '{}',
    "events_before" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signal_changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "signal_changes_stream_id_id_idx" ON "signal_changes"("stream_id", "id");
ALTER TABLE "signal_changes" ADD CONSTRAINT "signal_changes_stream_fkey" FOREIGN KEY ("tenant_id", "environment_id", "stream_id") REFERENCES "signal_streams"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;
CALL atrium_isolate('signal_changes');
CALL atrium_relate_environment('signal_changes');

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
