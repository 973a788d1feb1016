-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "disabled_reason" TEXT;
ALTER TABLE tenants ADD CONSTRAINT tenants_disabled_reason CHECK (status = 'disabled' OR disabled_reason IS NULL);

-- Links, and what a browser's sign-in and its tokens are found by, name no environment while the tenant is
-- disabled: whoever holds one cannot tell it from one that never was.
CREATE OR REPLACE FUNCTION atrium_resolve_oidc_payload(wanted_model text, wanted_key bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.tenant_id, p.environment_id FROM oidc_payloads p JOIN tenants t ON t.id = p.tenant_id AND t.status = 'active'
  WHERE p.model = wanted_model AND p.key = wanted_key
$$;
CREATE OR REPLACE FUNCTION atrium_resolve_one_time_secret(wanted_hash bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tenant_id, s.environment_id FROM one_time_secrets s JOIN tenants t ON t.id = s.tenant_id AND t.status = 'active'
  WHERE s.secret_hash = wanted_hash
$$;

-- The platform's own tenant is none that operators manage: disabling it would shut them out.
CREATE FUNCTION atrium_keep_platform() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'disabled' AND EXISTS (SELECT FROM platform WHERE platform_tenant_id = NEW.id) THEN
    RAISE EXCEPTION 'the platform tenant cannot be disabled' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER tenants_keep_platform BEFORE UPDATE OF status ON tenants
  FOR EACH ROW EXECUTE FUNCTION atrium_keep_platform();

-- The same listing with why a tenant is disabled and how many installations it runs.
DROP FUNCTION atrium_operator_tenants(text, text, int);
CREATE FUNCTION atrium_operator_tenants(search text, after_public_id text, at_most int)
RETURNS TABLE (public_id text, name text, status tenant_status, created_at timestamptz, disabled_at timestamptz,
               disabled_reason text, installation_limit int, installation_maximum int, active_installations int, environments jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.public_id, t.name, t.status, t.created_at, t.disabled_at, t.disabled_reason,
         t.installation_limit, t.installation_maximum, t.active_installations,
         COALESCE((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'key', e.key, 'name', e.name, 'kind', e.kind)
                                    ORDER BY e.created_at, e.id)
                   FROM environments e WHERE e.tenant_id = t.id), '[]')
  FROM tenants t
  WHERE atrium_is_platform()
    AND t.id <> (SELECT platform_tenant_id FROM platform)
    AND (search IS NULL OR position(lower(search) IN lower(t.name)) > 0 OR t.public_id = search)
    AND (after_public_id IS NULL
         OR (lower(t.name), t.id) > (SELECT lower(a.name), a.id FROM tenants a WHERE a.public_id = after_public_id))
  ORDER BY lower(t.name), t.id
  LIMIT at_most
$$;
