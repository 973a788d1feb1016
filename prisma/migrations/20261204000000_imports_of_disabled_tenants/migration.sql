-- Imports of users that have lines to apply, the one that waited longest first, and those whose sender has said nothing for ten
-- minutes. A disabled tenant's lines wait until it is enabled again.
CREATE OR REPLACE FUNCTION atrium_user_imports(at_most int)
RETURNS TABLE (import_id uuid, tenant_id uuid, environment_id uuid, is_abandoned boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.id, i.tenant_id, i.environment_id, i.status = 'receiving' FROM user_imports i
  JOIN tenants t ON t.id = i.tenant_id
  WHERE i.finished_at IS NULL
    AND (i.status = 'running' AND t.status = 'active'
         OR i.status = 'receiving' AND i.touched_at < now() - interval '10 minutes')
  ORDER BY i.touched_at LIMIT at_most
$$;
