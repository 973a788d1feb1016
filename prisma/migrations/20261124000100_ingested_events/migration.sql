-- A product's event is taken once. A table that is partitioned by time can't have a unique index without the time, so the ids that
-- products gave get a table of their own.
CREATE TABLE "ingested_events" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ingested_events_pkey" PRIMARY KEY ("tenant_id","environment_id","event_id")
);

CREATE INDEX "ingested_events_received_at_idx" ON "ingested_events"("received_at");
ALTER TABLE "ingested_events" ADD CONSTRAINT "ingested_events_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('ingested_events');
CALL atrium_relate_environment('ingested_events');

-- The version before writes no row there: until its servers are gone, the table of events does.
CREATE FUNCTION atrium_note_ingested_event() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO ingested_events (tenant_id, environment_id, event_id, id, received_at)
  VALUES (NEW.tenant_id, NEW.environment_id, NEW.event_id, NEW.id, NEW.received_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_events_note_ingested AFTER INSERT ON audit_events
  FOR EACH ROW WHEN (NEW.event_id IS NOT NULL) EXECUTE FUNCTION atrium_note_ingested_event();
