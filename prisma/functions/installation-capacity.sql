-- How many active installations a tenant may have.

-- The tenant's row counts its active installations. The lock on that row makes the count exact: of N that enrol at once, each sees
-- those before it. A limit that was lowered below the count stops new installations and ends none. The row of an archive's tenant
-- has its count already.
CREATE OR REPLACE FUNCTION atrium_count_installation() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' AND atrium_is_restoring() THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.status = 'active' AND (TG_OP = 'DELETE' OR NEW.status <> 'active') THEN
    UPDATE tenants SET active_installations = active_installations - 1 WHERE id = OLD.tenant_id;
  ELSIF TG_OP <> 'DELETE' AND NEW.status = 'active' AND (TG_OP = 'INSERT' OR OLD.status <> 'active') THEN
    UPDATE tenants SET active_installations = active_installations + 1
     WHERE id = NEW.tenant_id AND active_installations < installation_limit;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the tenant has no capacity for another installation' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER installations_counted AFTER INSERT OR UPDATE OF status OR DELETE ON installations
  FOR EACH ROW EXECUTE FUNCTION atrium_count_installation();
