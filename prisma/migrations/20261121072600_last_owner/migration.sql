-- A tenant that has an owner always has one: of several who leave at the same time the last one stays.
CREATE FUNCTION atrium_refuse_last_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.role = 'owner' AND OLD.removed_at IS NULL
     AND (TG_OP = 'DELETE' OR NEW.role <> 'owner' OR NEW.removed_at IS NOT NULL) THEN
    -- Taken in turns: two removals that can't see each other would each leave the other's.
    PERFORM pg_advisory_xact_lock(hashtextextended('atrium administrators ' || OLD.tenant_id, 0));
    IF NOT EXISTS (SELECT FROM administrators
                   WHERE tenant_id = OLD.tenant_id AND id <> OLD.id AND role = 'owner' AND removed_at IS NULL) THEN
      RAISE EXCEPTION 'a tenant keeps its last owner' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER administrators_last_owner BEFORE UPDATE OR DELETE ON administrators
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_last_owner();
