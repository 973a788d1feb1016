-- People read the trail by when something happened, narrowed by environment, kind, actor or target.
DROP INDEX "audit_events_tenant_id_id_idx";
DROP INDEX "audit_events_tenant_id_kind_id_idx";
CREATE INDEX "audit_events_tenant_id_occurred_at_id_idx" ON "audit_events"("tenant_id", "occurred_at", "id");
CREATE INDEX "audit_events_tenant_id_environment_id_occurred_at_id_idx" ON "audit_events"("tenant_id", "environment_id", "occurred_at", "id");
CREATE INDEX "audit_events_tenant_id_kind_occurred_at_id_idx" ON "audit_events"("tenant_id", "kind", "occurred_at", "id");
CREATE INDEX "audit_events_targets_idx" ON "audit_events" USING GIN ("targets" jsonb_path_ops);
CREATE INDEX audit_events_actor_idx ON audit_events (tenant_id, (actor->>'id'), occurred_at, id);

-- Row-level security lets only leakproof operators use an index, and those on JSON are not. So the trail is
-- read through this view, which runs as its owner and takes the tenant of the transaction itself: without a
-- tenant it shows nothing, with one that tenant's alone, whatever a query forgets.
CREATE VIEW tenant_audit_events AS
  SELECT id, tenant_id, environment_id, source, event_id, kind, actor, targets, context, metadata, occurred_at, received_at
  FROM audit_events WHERE tenant_id = (SELECT atrium_tenant());
REVOKE ALL ON tenant_audit_events FROM PUBLIC, atrium_app;
GRANT SELECT ON tenant_audit_events TO atrium_app;
