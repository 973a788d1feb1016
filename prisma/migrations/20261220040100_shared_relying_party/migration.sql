-- The relying party of the hosted pages belongs to everybody's users: a tenant's own pages use it by the operator's word.
ALTER TABLE "tenants" ADD COLUMN "hosted_passkeys_at" TIMESTAMPTZ(3);

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
