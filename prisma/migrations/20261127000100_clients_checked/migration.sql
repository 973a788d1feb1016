-- outside-transaction
-- The rules of the migration before hold for the rows that were there, too.

ALTER TABLE "oidc_clients" VALIDATE CONSTRAINT "oidc_clients_allowed_scopes_known";
ALTER TABLE oidc_clients VALIDATE CONSTRAINT oidc_clients_backchannel_https;

-- Relying parties that were there before keys get one made from their name. Of several with one name, one that has the key already, or
-- else the oldest live one, has the name alone.
-- allow changes-rows: an environment has a few relying parties, and nothing but their settings is held
UPDATE "oidc_clients" c SET key = named.key
FROM (SELECT id, atrium_key_of_client(name) || CASE WHEN row_number() OVER (
          PARTITION BY environment_id, atrium_key_of_client(name) ORDER BY key IS NULL, revoked_at NULLS FIRST, id) > 1
        THEN '-' || left(md5(client_id), 8) ELSE '' END AS key
      FROM oidc_clients) named
WHERE named.id = c.id AND c.key IS NULL;

CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "oidc_clients_live_key" ON "oidc_clients"("environment_id", "key")
  WHERE "revoked_at" IS NULL;
