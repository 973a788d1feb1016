-- Who is calling. These functions run before a tenant is known, so they pass row-level security as their owner. Each takes
-- a value that only the rightful caller can hold, or one that tells nothing by itself, and answers only what belongs to it.

-- A tenant by its public id, for pages that carry that id in their address.
CREATE OR REPLACE FUNCTION atrium_resolve_tenant(wanted_public_id text)
RETURNS TABLE (tenant_id uuid, name text, status tenant_status)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.name, t.status FROM tenants t WHERE t.public_id = wanted_public_id
$$;

-- A tenant secret, together with the public tenant id that it must match.
CREATE OR REPLACE FUNCTION atrium_resolve_tenant_secret(wanted_public_id text, wanted_hash bytea)
RETURNS TABLE (secret_id uuid, tenant_id uuid, environment_id uuid, environment_key text, tenant_status tenant_status, last_used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, t.id, e.id, e.key, t.status, s.last_used_at
  FROM tenant_secrets s
  JOIN tenants t ON t.id = s.tenant_id
  JOIN environments e ON e.id = s.environment_id
  WHERE s.secret_hash = wanted_hash AND s.revoked_at IS NULL AND t.public_id = wanted_public_id
$$;

-- A machine credential by its client id, with the hashes of its live secrets.
CREATE OR REPLACE FUNCTION atrium_resolve_credential(wanted_client_id text)
RETURNS TABLE (credential_id uuid, tenant_id uuid, tenant_public_id text, tenant_status tenant_status, environment_id uuid,
               environment_key text, name text, purpose credential_purpose, scopes text[], revoked_at timestamptz,
               last_used_at timestamptz, secret_hashes bytea[])
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, t.id, t.public_id, t.status, e.id, e.key, c.name, c.purpose, c.scopes, c.revoked_at, c.last_used_at,
         COALESCE((SELECT array_agg(s.secret_hash ORDER BY s.slot) FROM credential_secrets s
                   WHERE s.credential_id = c.id AND s.revoked_at IS NULL), '{}')
  FROM credentials c JOIN tenants t ON t.id = c.tenant_id JOIN environments e ON e.id = c.environment_id
  WHERE c.client_id = wanted_client_id
$$;

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

-- Whether a credential or an installation gave back a token of its own that is still remembered. A token is looked up one by one
-- only where one was.
CREATE OR REPLACE FUNCTION atrium_has_revoked_tokens(wanted_client_id text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM revoked_tokens WHERE client_id = wanted_client_id)
$$;

-- The environment of a relying party.
CREATE OR REPLACE FUNCTION atrium_resolve_oidc_client(wanted_client_id text)
RETURNS TABLE (tenant_id uuid, environment_id uuid, tenant_status tenant_status)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, c.environment_id, t.status FROM oidc_clients c JOIN tenants t ON t.id = c.tenant_id
  WHERE c.client_id = wanted_client_id
$$;

-- The same for relying parties. One that is revoked counts as none, and the other one is not revoked.
CREATE OR REPLACE FUNCTION atrium_resolve_oidc_client_or_another(wanted_client_id text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  wanted CONSTANT text := (SELECT c.client_id FROM oidc_clients c WHERE c.client_id = wanted_client_id AND c.revoked_at IS NULL);
  another CONSTANT text := (SELECT c.client_id FROM oidc_clients c WHERE c.revoked_at IS NULL ORDER BY c.environment_id, c.key LIMIT 1);
BEGIN
  RETURN COALESCE(wanted, another, wanted_client_id);
END $$;

-- The environment of something that node-oidc-provider stored, by the hash of its id. It answers nothing for a disabled tenant,
-- so that nobody can tell one from a tenant that never was.
CREATE OR REPLACE FUNCTION atrium_resolve_oidc_payload(wanted_model text, wanted_key bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.tenant_id, p.environment_id FROM oidc_payloads p JOIN tenants t ON t.id = p.tenant_id AND t.status = 'active'
  WHERE p.model = wanted_model AND p.key = wanted_key
$$;

-- The environment of a device that waits for a person, by the keyed hash of the code that it shows. It answers nothing for a
-- disabled tenant, for the same reason.
CREATE OR REPLACE FUNCTION atrium_resolve_device_authorization(wanted_hash bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.tenant_id, d.environment_id FROM device_authorizations d
  JOIN tenants t ON t.id = d.tenant_id AND t.status = 'active'
  WHERE d.user_code_hash = wanted_hash
$$;

-- The environment of a link's secret. It answers nothing for a disabled tenant, for the same reason.
CREATE OR REPLACE FUNCTION atrium_resolve_one_time_secret(wanted_hash bytea)
RETURNS TABLE (tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tenant_id, s.environment_id FROM one_time_secrets s JOIN tenants t ON t.id = s.tenant_id AND t.status = 'active'
  WHERE s.secret_hash = wanted_hash
$$;

-- An enrolment token by its hash.
CREATE OR REPLACE FUNCTION atrium_resolve_enrolment_token(wanted_hash bytea)
RETURNS TABLE (token_id uuid, tenant_id uuid, tenant_public_id text, tenant_status tenant_status, environment_id uuid,
               environment_key text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.id, t.id, t.public_id, t.status, e.id, e.key
  FROM enrolment_tokens k JOIN tenants t ON t.id = k.tenant_id JOIN environments e ON e.id = k.environment_id
  WHERE k.secret_hash = wanted_hash
$$;

-- An installation by its id, with the key that its signature must verify with, and everything that can stop it.
CREATE OR REPLACE FUNCTION atrium_resolve_installation(wanted_id uuid)
RETURNS TABLE (installation_id uuid, tenant_id uuid, tenant_public_id text, tenant_status tenant_status,
               environment_id uuid, environment_key text, name text, status installation_status, public_key jsonb,
               key_thumbprint text, app_id uuid, app_status active_status, organization_id uuid,
               workspace_status active_status, last_seen_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.id, t.id, t.public_id, t.status, e.id, e.key, i.name, i.status, i.public_key, i.key_thumbprint,
         i.app_id, a.status, i.organization_id, w.status, i.last_seen_at
  FROM installations i JOIN tenants t ON t.id = i.tenant_id JOIN environments e ON e.id = i.environment_id
  JOIN apps a ON a.id = i.app_id
  LEFT JOIN workspaces w ON w.environment_id = i.environment_id AND w.organization_id = i.organization_id
  WHERE i.id = wanted_id
$$;

-- A token of the operator API by its hash, unless it reaches one tenant alone: a server of an earlier version knows no such
-- token, and would let it reach everything.
CREATE OR REPLACE FUNCTION atrium_resolve_operator_token(wanted_hash bytea)
RETURNS TABLE (token_id uuid, tenant_id uuid, environment_id uuid, name text, expires_at timestamptz, last_used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.tenant_id, t.environment_id, t.name, t.expires_at, t.last_used_at
  FROM operator_tokens t WHERE t.token_hash = wanted_hash AND t.revoked_at IS NULL AND t.only_tenant_id IS NULL
$$;

-- A token of the operator API by its hash, with the public id of the one tenant that it reaches; null for a token that reaches
-- the installation.
CREATE OR REPLACE FUNCTION atrium_resolve_any_operator_token(wanted_hash bytea)
RETURNS TABLE (token_id uuid, tenant_id uuid, environment_id uuid, name text, expires_at timestamptz, last_used_at timestamptz,
               only_tenant_public_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.tenant_id, t.environment_id, t.name, t.expires_at, t.last_used_at, o.public_id
  FROM operator_tokens t LEFT JOIN tenants o ON o.id = t.only_tenant_id
  WHERE t.token_hash = wanted_hash AND t.revoked_at IS NULL
$$;

-- The tenants that a signed-in administrator reaches. An invitation that was not accepted reaches none.
CREATE OR REPLACE FUNCTION atrium_resolve_administrator(wanted_user_id uuid)
RETURNS TABLE (tenant_id uuid, tenant_public_id text, tenant_name text, tenant_status tenant_status, role administrator_role,
               environments jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.public_id, t.name, t.status, a.role,
         (SELECT jsonb_agg(jsonb_build_object('id', e.id, 'key', e.key, 'name', e.name, 'kind', e.kind) ORDER BY e.created_at, e.id)
          FROM environments e WHERE e.tenant_id = t.id)
  FROM administrators a JOIN tenants t ON t.id = a.tenant_id
  WHERE a.user_id = wanted_user_id AND a.removed_at IS NULL AND a.accepted_at IS NOT NULL
  ORDER BY t.name, t.id
$$;

-- The invitations to administer that a signed-in person has not answered.
CREATE OR REPLACE FUNCTION atrium_resolve_invitations(wanted_user_id uuid)
RETURNS TABLE (id uuid, tenant_id uuid, environment_id uuid, tenant_name text, role administrator_role)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, t.id, (SELECT e.id FROM environments e WHERE e.tenant_id = t.id ORDER BY e.created_at, e.id LIMIT 1), t.name, a.role
  FROM administrators a JOIN tenants t ON t.id = a.tenant_id
  WHERE a.user_id = wanted_user_id AND a.removed_at IS NULL AND a.accepted_at IS NULL
  ORDER BY t.name, t.id
$$;

-- The origins of the pages that may ask for the passkeys of this relying party, of tenants that have the operator's word. Any page can see for itself which
-- origins a relying party has.
CREATE OR REPLACE FUNCTION atrium_related_origins(wanted_rp_id text)
RETURNS TABLE (origin text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT o.origin
  FROM environments e
  JOIN tenants t ON t.id = e.tenant_id AND t.status = 'active' AND t.hosted_passkeys_at IS NOT NULL,
    unnest(e.passkey_origins) AS o (origin)
  WHERE e.passkey_rp_id = wanted_rp_id
  ORDER BY 1
$$;
