-- Sign-ins: mailed codes beside other factors, passkeys of the hosted pages on a tenant's own pages, and equal work for unknown clients.

-- The relying party of the hosted pages belongs to everybody's users: a tenant's own pages use it by the operator's word.
ALTER TABLE "tenants" ADD COLUMN "hosted_passkeys_at" TIMESTAMPTZ(3);

ALTER TABLE "platform_security_defaults" ADD COLUMN "email_otp_beside_factors" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "tenant_security_policies" ADD COLUMN "email_otp_beside_factors" BOOLEAN;

-- A device of before, and one that the release before trusts meanwhile, counts as trusted by a mailed code: the least of all methods.
ALTER TABLE "trusted_devices" ADD COLUMN "methods" TEXT[] NOT NULL DEFAULT ARRAY['email_otp']::TEXT[];

-- The origins of the pages that may ask for the passkeys of this relying party, of tenants that have the operator's word.
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

-- What runs with the owner's rights is executed by the application's role alone, and by nobody else who may connect.
-- allow opaque: it changes rights of functions, which locks no table
DO $$
DECLARE
  definer regprocedure;
BEGIN
  FOR definer IN
    SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND pg_get_userbyid(p.proowner) = current_user
      AND EXISTS (SELECT FROM aclexplode(COALESCE(p.proacl, acldefault('f', p.proowner))) a
        WHERE a.grantee = 0 AND a.privilege_type = 'EXECUTE')
  LOOP
    EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO atrium_app', definer);
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', definer);
  END LOOP;
END $$;
