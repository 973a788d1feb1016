-- outside-transaction
-- Finds events by the transaction that wrote them, whatever their ids and times say.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_written_in_idx" ON "audit_events"("written_in");
