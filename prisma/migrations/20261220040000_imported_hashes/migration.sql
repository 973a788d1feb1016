-- outside-transaction
-- A sign-in asks what kind of hash most imported users of its environment have (lib/users/imported-hash-store). The last
-- characters of a hash are random: their order makes the first entries a fair sample.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_imported_hashes" ON "users"("environment_id", right("password_hash", 8))
  WHERE "password_hash" NOT LIKE '$argon2id$v=19$m=19456,t=2,p=1$%' AND "password_hash" NOT LIKE '$wrapped-%';
