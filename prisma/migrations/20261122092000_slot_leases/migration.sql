-- A slot that an attempt holds while its proof is judged is a lease: whoever dies with one in hand keeps nobody out
-- for longer than that. Each lease is the moment at which it ends, in milliseconds since 1970, and no two of a
-- bucket are alike, so that whoever gives one back gives back their own.
ALTER TABLE "rate_limit_buckets" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "leases" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[];

-- Failures were counted in the points until now, each as 100,000; locks hold on.
UPDATE rate_limit_buckets SET failures = points / 100000 WHERE points >= 100000;
