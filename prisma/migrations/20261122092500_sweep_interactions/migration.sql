-- Unfinished sign-ins end after an hour and are of no use to anybody from then on. Anybody can begin them, so that
-- they don't wait a week with the rest: they go with the next sweep, in batches, and a row in somebody's hands is
-- left for the one after.
CREATE INDEX oidc_payloads_interaction_expires_at ON oidc_payloads (expires_at) WHERE model = 'Interaction';

CREATE FUNCTION atrium_sweep_interactions(at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rows int;
BEGIN
  DELETE FROM oidc_payloads p USING (
    SELECT key FROM oidc_payloads
    WHERE model = 'Interaction' AND expires_at < now()
    ORDER BY expires_at LIMIT at_most FOR UPDATE SKIP LOCKED) ended
  WHERE p.model = 'Interaction' AND p.key = ended.key;
  GET DIAGNOSTICS rows = ROW_COUNT;
  RETURN rows;
END $$;
