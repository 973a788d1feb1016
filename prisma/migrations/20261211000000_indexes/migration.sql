-- outside-transaction
-- Indexes of large tables, and ids of events: each takes as long as the table is large, and blocks no other statement.

-- A sign-in asks what kind of hash most imported users of its environment have (lib/core/users/imported-hash-store). The last
-- characters of a hash are random: their order makes the first entries a fair sample.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_imported_hashes" ON "users"("environment_id", right("password_hash", 8))
  WHERE "password_hash" NOT LIKE '$argon2id$v=19$m=19456,t=2,p=1$%' AND "password_hash" NOT LIKE '$wrapped-%';

-- Finds events by the transaction that wrote them, whatever their ids and times say.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_events_written_in_idx" ON "audit_events"("written_in");

-- Failures lock few of the buckets that live: a list of users asks whether there is any.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "rate_limit_buckets_failed_idx" ON "rate_limit_buckets"("expire") WHERE "failures" > 0;

-- Events that products pushed before. Later ones are noted by the trigger of the table of events.
INSERT INTO ingested_events (tenant_id, environment_id, event_id, id, received_at)
SELECT tenant_id, environment_id, event_id, id, received_at FROM audit_events
WHERE event_id IS NOT NULL AND environment_id IS NOT NULL
ON CONFLICT DO NOTHING;
