-- Whoever is invited administers a tenant once they accept. Until then the tenant knows of them what it typed itself.
-- AlterTable
ALTER TABLE "administrators" ADD COLUMN "accepted_at" TIMESTAMPTZ(3),
ADD COLUMN "invited_email" TEXT;

-- Who administers already goes on; who never set a password has yet to accept.
UPDATE administrators a
SET accepted_at = CASE WHEN u.password_hash IS NULL THEN NULL ELSE a.created_at END, invited_email = u.email
FROM users u WHERE u.id = a.user_id;

-- Only who accepted reaches a tenant.
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

-- What a signed-in person is invited to administer, and has not answered.
CREATE FUNCTION atrium_resolve_invitations(wanted_user_id uuid)
RETURNS TABLE (id uuid, tenant_id uuid, environment_id uuid, tenant_name text, role administrator_role)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, t.id, (SELECT e.id FROM environments e WHERE e.tenant_id = t.id ORDER BY e.created_at, e.id LIMIT 1), t.name, a.role
  FROM administrators a JOIN tenants t ON t.id = a.tenant_id
  WHERE a.user_id = wanted_user_id AND a.removed_at IS NULL AND a.accepted_at IS NULL
  ORDER BY t.name, t.id
$$;

-- An owner who has yet to accept is none: of those who did, the last one stays.
CREATE OR REPLACE FUNCTION atrium_refuse_last_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.role = 'owner' AND OLD.removed_at IS NULL AND OLD.accepted_at IS NOT NULL
     AND (TG_OP = 'DELETE' OR NEW.role <> 'owner' OR NEW.removed_at IS NOT NULL OR NEW.accepted_at IS NULL) THEN
    -- Taken in turns: two removals that can't see each other would each leave the other's.
    PERFORM pg_advisory_xact_lock(hashtextextended('atrium administrators ' || OLD.tenant_id, 0));
    IF NOT EXISTS (SELECT FROM administrators
                   WHERE tenant_id = OLD.tenant_id AND id <> OLD.id AND role = 'owner' AND removed_at IS NULL
                     AND accepted_at IS NOT NULL) THEN
      RAISE EXCEPTION 'a tenant keeps its last owner' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
