-- What a file of a tenant's configuration calls a relying party. Ids differ between environments; keys do not.
ALTER TABLE "oidc_clients" ADD COLUMN     "key" TEXT;

-- The key by which a file of a tenant's configuration names a relying party. One that is given none gets one made from its name,
-- also from a server of an earlier version, which knows no keys.
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
