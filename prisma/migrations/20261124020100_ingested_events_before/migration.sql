-- Events that products pushed before. Whoever pushes meanwhile is noted by the trigger of the migration before this one.
INSERT INTO ingested_events (tenant_id, environment_id, event_id, id, received_at)
SELECT tenant_id, environment_id, event_id, id, received_at FROM audit_events
WHERE event_id IS NOT NULL AND environment_id IS NOT NULL
ON CONFLICT DO NOTHING;
