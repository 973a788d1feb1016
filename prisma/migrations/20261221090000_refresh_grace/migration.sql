-- How many seconds after its use a refresh token may come back and be answered again, for each relying party. Ten held for all before.
ALTER TABLE "oidc_clients"
  ADD COLUMN     "refresh_grace_seconds" SMALLINT NOT NULL DEFAULT 10,
  ADD CONSTRAINT "oidc_clients_refresh_grace" CHECK ("refresh_grace_seconds" BETWEEN 0 AND 30) NOT VALID;
