-- Whether a look for events that no log has (atrium_unlogged_events) may find some, or has to note how far it came: what a sequencer asks
-- before it makes a transaction of its own, since mostly nothing happens. It answers no unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_may_have_unlogged_events() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  c audit_log_cursor;
  shown CONSTANT pg_snapshot := pg_current_snapshot();
  transactions numeric;
BEGIN
  IF NOT atrium_is_platform() THEN
    RETURN false;
  END IF;
  SELECT * INTO c FROM audit_log_cursor;
  transactions := pg_snapshot_xmax(shown)::text::numeric - pg_snapshot_xmax(c.seen)::text::numeric;
  RETURN c.look_from IS NOT NULL OR transactions < 0 OR transactions > 1000
    OR EXISTS (
      SELECT FROM audit_events e
      WHERE e.written_in = ANY (ARRAY(SELECT x FROM pg_snapshot_xip(c.seen) x WHERE pg_visible_in_snapshot(x, shown)))
        AND (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL
        AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL))
    OR EXISTS (
      SELECT FROM audit_events e
      WHERE e.written_in >= pg_snapshot_xmax(c.seen) AND e.written_in < pg_snapshot_xmax(shown) AND pg_visible_in_snapshot(e.written_in, shown)
        AND (SELECT l.event_id FROM audit_log_entries l WHERE l.event_id = e.id) IS NULL
        AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL));
END $$;

REVOKE ALL ON FUNCTION atrium_may_have_unlogged_events() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION atrium_may_have_unlogged_events() TO atrium_app;
