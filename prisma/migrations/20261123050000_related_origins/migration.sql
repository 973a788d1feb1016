-- CreateIndex
CREATE INDEX "environments_passkey_rp_id_idx" ON "environments"("passkey_rp_id");

-- The origins of every tenant's pages that may ask for the passkeys of this relying party. Any page can see for itself which
-- origins a relying party has.
CREATE OR REPLACE FUNCTION atrium_related_origins(wanted_rp_id text)
RETURNS TABLE (origin text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT o.origin
  FROM environments e JOIN tenants t ON t.id = e.tenant_id AND t.status = 'active', unnest(e.passkey_origins) AS o (origin)
  WHERE e.passkey_rp_id = wanted_rp_id
  ORDER BY 1
$$;
