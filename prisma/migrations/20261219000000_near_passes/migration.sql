-- Has the sequencer look back no further than it needs to. Looking back fifteen seconds each time, it read each entry about seven
-- times while many came.

ALTER TABLE "audit_log_cursor" ADD COLUMN "near_from" TIMESTAMPTZ(3), ADD COLUMN "near_mark" xid8, ADD COLUMN "near_mark_at" TIMESTAMPTZ(3);

-- The next events that no log has, of every tenant, in the order of their ids; it holds the cursor until the transaction ends, and
-- answers nothing while another sequencer holds it. An event may commit later than one with a greater id. So a pass looks back to a
-- moment before which no transaction began that was still open, but no further than fifteen seconds; and every half minute as far as the
-- oldest transaction that was open may have written (as in atrium_count_events).
-- It answers nothing unless the transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_unlogged_events(at_most int)
RETURNS TABLE (tenant_id uuid, tenant_public_id text, environment_id uuid, id uuid, kind text, source audit_source, event_id uuid, environment text,
  actor jsonb, targets jsonb, context jsonb, metadata jsonb, occurred_at timestamptz, received_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- An id is made a moment before its row has a transaction. No statement takes as long as this.
  margin CONSTANT interval := '2 minutes';
  -- Hardly any statement takes as long as this; what one that does has written is found by the next far pass.
  near_margin CONSTANT interval := '1 second';
  near CONSTANT interval := '15 seconds';
  far_every CONSTANT interval := '30 seconds';
  c audit_log_cursor;
  ids uuid[];
  is_new boolean;
BEGIN
  IF NOT atrium_is_platform() THEN
    RETURN;
  END IF;
  SELECT * INTO c FROM audit_log_cursor FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF c.mark > pg_snapshot_xmax(pg_current_snapshot()) THEN
    -- Restored into another server, whose transactions have numbers of their own: go on by the clock this once.
    c.ids_from := LEAST(c.ids_from, atrium_first_id(c.caught_up_at - margin));
    c.mark := pg_snapshot_xmax(pg_current_snapshot());
    c.mark_at := clock_timestamp();
    c.near_mark := c.mark;
    c.near_mark_at := c.mark_at;
    c.near_from := LEAST(c.near_from, c.caught_up_at - near);
    c.place := NULL;
  END IF;
  is_new := c.place IS NULL;
  IF is_new THEN
    c.pass_at := clock_timestamp();
    c.pass_xmin := pg_snapshot_xmin(pg_current_snapshot());
    c.pass_xmax := pg_snapshot_xmax(pg_current_snapshot());
    c.is_far := c.far_at < c.pass_at - far_every;
    c.place := CASE WHEN c.is_far THEN c.ids_from
      ELSE GREATEST(c.ids_from, atrium_first_id(GREATEST(c.near_from - near_margin, c.caught_up_at - near))) END;
  END IF;
  ids := ARRAY(
    SELECT e.id FROM audit_events e
    WHERE e.id > c.place
      AND NOT EXISTS (SELECT FROM audit_log_entries l WHERE l.event_id = e.id AND l.event_id > c.place)
      AND NOT EXISTS (SELECT FROM audit_logs g WHERE g.tenant_id = e.tenant_id AND g.refused_at IS NOT NULL)
    ORDER BY e.id LIMIT at_most);
  IF cardinality(ids) >= at_most THEN
    c.place := ids[cardinality(ids)];
  ELSE
    -- Nothing is left of what began before the mark.
    IF c.is_far AND c.pass_xmin >= c.mark THEN
      c.ids_from := atrium_first_id(c.mark_at - margin);
      c.mark := c.pass_xmax;
      c.mark_at := c.pass_at;
    END IF;
    IF c.is_far THEN
      c.far_at := c.pass_at;
    END IF;
    -- The same of passes that look back a few seconds.
    IF c.near_mark IS NULL OR c.pass_xmin >= c.near_mark THEN
      c.near_from := c.near_mark_at;
      c.near_mark := c.pass_xmax;
      c.near_mark_at := c.pass_at;
    END IF;
    c.caught_up_at := c.pass_at;
    c.place := NULL;
  END IF;
  -- A look that found nothing is not worth a write: the next one looks back a little further.
  IF cardinality(ids) > 0 OR c.is_far OR NOT is_new THEN
    UPDATE audit_log_cursor SET ids_from = c.ids_from, place = c.place, is_far = c.is_far, pass_xmin = c.pass_xmin, pass_xmax = c.pass_xmax,
      pass_at = c.pass_at, caught_up_at = c.caught_up_at, far_at = c.far_at, mark = c.mark, mark_at = c.mark_at, near_from = c.near_from,
      near_mark = c.near_mark, near_mark_at = c.near_mark_at;
  END IF;
  RETURN QUERY
    SELECT e.tenant_id, t.public_id, e.environment_id, e.id, e.kind, e.source, e.event_id,
      (SELECT n.key FROM environments n WHERE n.id = e.environment_id), e.actor, e.targets, e.context, e.metadata, e.occurred_at, e.received_at
    FROM audit_events e JOIN tenants t ON t.id = e.tenant_id
    WHERE e.id = ANY (ids) ORDER BY e.id;
END $$;
