-- A client id to do the work of a look-up with: the wanted one where a credential has it, and otherwise the oldest credential's, so
-- that an id that nobody has costs what a known one costs. Who asks compares it with the wanted one, and throws away what it reads
-- under another. PL/pgSQL keeps the plans; both are looked up in any case.
CREATE OR REPLACE FUNCTION atrium_resolve_credential_or_another(wanted_client_id text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted CONSTANT text := (SELECT c.client_id FROM credentials c WHERE c.client_id = wanted_client_id);
  another CONSTANT text := (SELECT c.client_id FROM credentials c ORDER BY c.id LIMIT 1);
BEGIN
  RETURN COALESCE(wanted, another, wanted_client_id);
END $$;

-- The same for relying parties. One that is revoked counts as none, and the other one is not revoked.
CREATE OR REPLACE FUNCTION atrium_resolve_oidc_client_or_another(wanted_client_id text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted CONSTANT text := (SELECT c.client_id FROM oidc_clients c WHERE c.client_id = wanted_client_id AND c.revoked_at IS NULL);
  another CONSTANT text := (SELECT c.client_id FROM oidc_clients c WHERE c.revoked_at IS NULL ORDER BY c.environment_id, c.key LIMIT 1);
BEGIN
  RETURN COALESCE(wanted, another, wanted_client_id);
END $$;

REVOKE ALL ON FUNCTION atrium_resolve_credential_or_another(text), atrium_resolve_oidc_client_or_another(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION atrium_resolve_credential_or_another(text), atrium_resolve_oidc_client_or_another(text) TO atrium_app;
