-- Changes of streams that the log was not looked through for yet: an event is judged by what was in force when it happened.
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
