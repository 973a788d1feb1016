-- outside-transaction
-- Failures lock few of the buckets that live: a list of users asks whether there is any.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "rate_limit_buckets_failed_idx" ON "rate_limit_buckets"("expire") WHERE "failures" > 0;
