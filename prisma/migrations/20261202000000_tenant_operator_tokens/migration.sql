-- The one tenant that an operator token reaches; null reaches the installation.
ALTER TABLE "operator_tokens" ADD COLUMN     "only_tenant_id" UUID;
ALTER TABLE "operator_tokens" ADD CONSTRAINT "operator_tokens_only_tenant_id_fkey"
  FOREIGN KEY ("only_tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

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

-- An operator token reaches what it was made for, for life.
CREATE TRIGGER operator_tokens_frozen BEFORE UPDATE ON operator_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_freeze_external_identity('token_hash', 'only_tenant_id');

-- Which tenant an operator token reaches, of those that reach one alone. It answers nothing unless the transaction is bound to the
-- platform.
CREATE OR REPLACE FUNCTION atrium_operator_token_tenants()
RETURNS TABLE (token_id uuid, tenant_public_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, o.public_id FROM operator_tokens t JOIN tenants o ON o.id = t.only_tenant_id WHERE atrium_is_platform()
$$;
