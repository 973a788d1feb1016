-- Relying parties: scopes, keys in files of a tenant's configuration, authentication, algorithms of ID tokens and profiles. A server of
-- an earlier version writes none of these, and such a relying party is as it was before.

-- A key for each algorithm of ID tokens that a relying party may choose beside RS256.
ALTER TYPE "signing_key_purpose" ADD VALUE 'id_token_ps256';

ALTER TYPE "signing_key_purpose" ADD VALUE 'id_token_es256';
ALTER TYPE "signing_key_purpose" ADD VALUE 'id_token_eddsa';

CREATE TYPE "oidc_client_auth_method" AS ENUM ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none');
CREATE TYPE "id_token_algorithm" AS ENUM ('RS256', 'PS256', 'ES256', 'EdDSA');
CREATE TYPE "oidc_client_profile" AS ENUM ('standard', 'fapi2');

ALTER TABLE "oidc_clients"
  ADD COLUMN "allowed_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "key" TEXT,
  ADD COLUMN "token_endpoint_auth_method" "oidc_client_auth_method",
  ADD COLUMN "jwks" JSONB,
  ADD COLUMN "jwks_uri" TEXT,
  ADD COLUMN "id_token_signed_response_alg" "id_token_algorithm" NOT NULL DEFAULT 'RS256',
  ADD COLUMN "require_pushed_authorization_requests" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "dpop_bound_access_tokens" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "profile" "oidc_client_profile" NOT NULL DEFAULT 'standard';

-- The scopes of OpenID Connect beyond identity that a relying party may ask for.
ALTER TABLE "oidc_clients" ADD CONSTRAINT "oidc_clients_allowed_scopes_known"
  CHECK ("allowed_scopes" IS NOT NULL AND "allowed_scopes" <@ ARRAY['organizations', 'permissions']) NOT VALID;

-- In the local mode a product on the same machine hears of logouts over http. The service refuses it in every other mode, at the
-- registration and before a token is sent.
ALTER TABLE oidc_clients DROP CONSTRAINT oidc_clients_backchannel_https,
  ADD CONSTRAINT oidc_clients_backchannel_https CHECK (backchannel_logout_uri IS NULL OR backchannel_logout_uri ~ '^https://'
    OR backchannel_logout_uri ~ '^http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?(/|\?|$)') NOT VALID;

-- The key by which a file of a tenant's configuration names a relying party. One without a key gets one made from its name, also from a
-- server of an earlier version, which knows no keys.
CREATE OR REPLACE FUNCTION atrium_key_of_client(client_name text) RETURNS text LANGUAGE sql IMMUTABLE
RETURN COALESCE(NULLIF(btrim(left(regexp_replace(lower(regexp_replace(normalize(client_name, NFKD), '[\u0300-\u036f]', '', 'g')),
  '[^a-z0-9]+', '-', 'g'), 48), '-'), ''), 'client');

CREATE OR REPLACE FUNCTION atrium_name_client() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.key IS NULL THEN
    -- Taken in turns: two of one name that can't see each other would get the same key.
    PERFORM pg_advisory_xact_lock(hashtextextended('atrium client keys ' || NEW.environment_id, 0));
    NEW.key := atrium_key_of_client(NEW.name);
    IF EXISTS (SELECT FROM oidc_clients c
               WHERE c.environment_id = NEW.environment_id AND c.key = NEW.key AND c.revoked_at IS NULL) THEN
      NEW.key := NEW.key || '-' || left(md5(NEW.client_id), 8);
    END IF;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER oidc_clients_named BEFORE INSERT ON oidc_clients
  FOR EACH ROW EXECUTE FUNCTION atrium_name_client();
CREATE TRIGGER oidc_clients_frozen BEFORE UPDATE ON oidc_clients
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('key');
