-- How long what happened is kept: the operator's default and bounds, and a tenant's own value and hold.
CREATE TABLE "retention_defaults" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "audit_event_days" INTEGER NOT NULL DEFAULT 400,
    "audit_event_least_days" INTEGER NOT NULL DEFAULT 30,
    "audit_event_most_days" INTEGER NOT NULL DEFAULT 3650,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retention_defaults_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "retention_defaults"
  ADD CONSTRAINT retention_defaults_one CHECK (id = 1),
  ADD CONSTRAINT retention_defaults_bounds CHECK (audit_event_least_days >= 7 AND audit_event_most_days <= 36500
    AND audit_event_days BETWEEN audit_event_least_days AND audit_event_most_days);
INSERT INTO retention_defaults DEFAULT VALUES;
REVOKE INSERT, DELETE, TRUNCATE ON retention_defaults FROM atrium_app;

CREATE TABLE "tenant_retention" (
    "tenant_id" UUID NOT NULL,
    "audit_event_days" INTEGER,
    "held_at" TIMESTAMPTZ(3),
    "hold_reason" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_retention_pkey" PRIMARY KEY ("tenant_id")
);
ALTER TABLE "tenant_retention" ADD CONSTRAINT "tenant_retention_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "tenant_retention"
  ADD CONSTRAINT tenant_retention_days CHECK (audit_event_days BETWEEN 1 AND 36500),
  ADD CONSTRAINT tenant_retention_hold CHECK ((held_at IS NULL) = (hold_reason IS NULL));
CALL atrium_isolate('tenant_retention');
REVOKE DELETE, TRUNCATE ON tenant_retention FROM atrium_app;

-- How far a partition of sessions was looked through before it is dropped. The application's role can't reach it.
CREATE TABLE partitions.session_checks (
    name text PRIMARY KEY,
    place uuid,
    needed_until timestamptz
);

-- How long what happened is kept. The audit trail is changed by nobody; what is older than its tenant's retention leaves, a
-- partition at a time where all of it may go. Whatever asks, the rule is looked up here, by this server's clock.

-- Whether everything of a tenant is held for a court or an authority.
CREATE OR REPLACE FUNCTION atrium_is_held(of_tenant uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM tenant_retention WHERE tenant_id = of_tenant AND held_at IS NOT NULL)
$$;

-- For how many days a tenant's audit events are kept: its own value, or the operator's, within the operator's bounds.
CREATE OR REPLACE FUNCTION atrium_audit_event_days(of_tenant uuid) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT LEAST(GREATEST(COALESCE(
      (SELECT t.audit_event_days FROM tenant_retention t WHERE t.tenant_id = of_tenant),
      d.audit_event_days), d.audit_event_least_days), d.audit_event_most_days)
  FROM retention_defaults d
$$;

-- Whether an event may leave the audit trail.
CREATE OR REPLACE FUNCTION atrium_may_forget(of_tenant uuid, event_id uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT atrium_moment_of(event_id) < now() - make_interval(days => atrium_audit_event_days(of_tenant))
     AND NOT atrium_is_held(of_tenant)
$$;

-- Drops a partition, which nobody who reads or writes another one waits for longer than a tenth of a second.
CREATE OR REPLACE PROCEDURE atrium_drop_partition(parent text, name text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE public.%I DETACH PARTITION partitions.%I', parent, name);
  EXECUTE format('DROP TABLE partitions.%I', name);
END $$;

-- Takes the next step of clearing the audit trail: drops a partition of which nobody needs a row any more, or deletes a batch of
-- one tenant's events out of a partition that others still need.
-- @returns what was done, in one row; none when nothing is left to do
CREATE OR REPLACE FUNCTION atrium_retain_events(at_most int) RETURNS TABLE (partition text, did text, rows int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  counted timestamptz := (SELECT counted_at FROM event_cursor);
  default_days int := (SELECT audit_event_days FROM retention_defaults);
  p record;
  keepers uuid[];
  leaver uuid;
  needed boolean;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('atrium retention', 0)) THEN
    RETURN;
  END IF;
  FOR p IN SELECT * FROM atrium_partitions('audit_events') part
           -- What is not counted yet stays.
           WHERE NOT part.is_default AND part.until_at < LEAST(now() - interval '1 day', counted) LOOP
    keepers := ARRAY(SELECT t.tenant_id FROM tenant_retention t WHERE t.held_at IS NOT NULL
                     OR p.until_at > now() - make_interval(days => atrium_audit_event_days(t.tenant_id)));
    IF p.until_at <= now() - make_interval(days => default_days) THEN
      EXECUTE format('SELECT EXISTS (SELECT FROM unnest($1) keeper WHERE EXISTS (
        SELECT FROM partitions.%I WHERE tenant_id = keeper))', p.name) INTO needed USING keepers;
      IF NOT needed THEN
        CALL atrium_drop_partition('audit_events', p.name);
        RETURN QUERY SELECT p.name, 'dropped', 0;
        RETURN;
      END IF;
      EXECUTE format('SELECT t.id FROM tenants t WHERE t.id <> ALL ($1)
        AND EXISTS (SELECT FROM partitions.%I WHERE tenant_id = t.id) LIMIT 1', p.name) INTO leaver USING keepers;
    ELSE
      -- The operator's default still keeps it: whoever keeps less leaves.
      EXECUTE format('SELECT t.tenant_id FROM tenant_retention t WHERE t.audit_event_days IS NOT NULL AND t.tenant_id <> ALL ($1)
        AND EXISTS (SELECT FROM partitions.%I WHERE tenant_id = t.tenant_id) LIMIT 1', p.name) INTO leaver USING keepers;
    END IF;
    IF leaver IS NOT NULL THEN
      EXECUTE format('DELETE FROM partitions.%1$I WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM partitions.%1$I WHERE tenant_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED))', p.name) USING leaver, at_most;
      GET DIAGNOSTICS rows = ROW_COUNT;
      IF rows > 0 THEN
        partition := p.name;
        did := 'deleted';
        RETURN NEXT;
        RETURN;
      END IF;
    END IF;
  END LOOP;
END $$;

-- Takes the next step of clearing sessions: looks through a batch of a partition for what is still needed, deletes a batch of its
-- relying parties, or drops it. A partition is dropped when all of its sessions ended longer ago than they are kept, nothing came
-- out of them that lives, and no tenant is held that has one there.
-- @param keep_seconds how long ago a session must have ended; a day at the least
-- @returns what was done, in one row; none when nothing is left to do
CREATE OR REPLACE FUNCTION atrium_retain_sessions(keep_seconds double precision, at_most int)
RETURNS TABLE (partition text, did text, rows int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  kept interval := make_interval(secs => GREATEST(keep_seconds, 86400));
  seen record;
  p record;
  needed boolean;
  last_id uuid;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('atrium retention', 0)) THEN
    RETURN;
  END IF;
  FOR p IN SELECT * FROM atrium_partitions('sessions') part WHERE NOT part.is_default AND part.until_at < now() - kept LOOP
    SELECT * INTO seen FROM partitions.session_checks c WHERE c.name = p.name;
    CONTINUE WHEN seen.needed_until > now();
    -- What indexes know, each time: a tenant may have been held since.
    EXECUTE format('SELECT EXISTS (SELECT FROM partitions.%1$I WHERE revoked_at IS NULL AND expired_at IS NULL)
      OR EXISTS (SELECT FROM partitions.%1$I
                 WHERE (revoked_at IS NOT NULL OR expired_at IS NOT NULL) AND LEAST(revoked_at, expired_at) >= now() - $1)
      OR EXISTS (SELECT FROM tenant_retention t WHERE t.held_at IS NOT NULL
                 AND EXISTS (SELECT FROM partitions.%1$I s WHERE s.tenant_id = t.tenant_id))', p.name) INTO needed USING kept;
    IF NOT needed THEN
      EXECUTE format('SELECT count(*), (array_agg(id ORDER BY id DESC))[1], COALESCE(bool_or(EXISTS (
          SELECT FROM oidc_payloads o WHERE o.tenant_id = s.tenant_id AND o.environment_id = s.environment_id
            AND o.uid = s.oidc_session_uid AND o.model IN (''Session'', ''AuthorizationCode'', ''AccessToken'', ''RefreshToken''))), false)
        FROM (SELECT id, tenant_id, environment_id, oidc_session_uid FROM partitions.%I
              WHERE id > $1 ORDER BY id LIMIT $2) s', p.name)
        INTO rows, last_id, needed
        USING COALESCE(seen.place, '00000000-0000-0000-0000-000000000000'::uuid), at_most;
    END IF;
    IF needed THEN
      INSERT INTO partitions.session_checks AS c (name, needed_until) VALUES (p.name, now() + interval '6 hours')
      ON CONFLICT (name) DO UPDATE SET place = NULL, needed_until = EXCLUDED.needed_until;
      CONTINUE;
    END IF;
    partition := p.name;
    IF rows >= at_most THEN
      INSERT INTO partitions.session_checks AS c (name, place) VALUES (p.name, last_id)
      ON CONFLICT (name) DO UPDATE SET place = EXCLUDED.place, needed_until = NULL;
      did := 'looked through';
      RETURN NEXT;
      RETURN;
    END IF;
    DELETE FROM session_clients WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM session_clients
      WHERE session_id >= COALESCE(atrium_first_id(p.from_at), '00000000-0000-0000-0000-000000000000'::uuid)
        AND session_id < atrium_first_id(p.until_at) LIMIT at_most));
    GET DIAGNOSTICS rows = ROW_COUNT;
    IF rows > 0 THEN
      did := 'deleted relying parties';
      RETURN NEXT;
      RETURN;
    END IF;
    CALL atrium_drop_partition('sessions', p.name);
    DELETE FROM partitions.session_checks c WHERE c.name = p.name;
    did := 'dropped';
    RETURN NEXT;
    RETURN;
  END LOOP;
END $$;

CREATE TRIGGER retention_defaults_of_the_platform BEFORE INSERT OR UPDATE ON retention_defaults
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();

-- Refuses every change of the audit trail. An event that is older than its tenant keeps events may leave, unless the tenant is held;
-- the application's role may delete none by itself.
CREATE OR REPLACE FUNCTION atrium_refuse_audit_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF atrium_may_forget(OLD.tenant_id, OLD.id) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed or deleted' USING ERRCODE = 'insufficient_privilege';
END $$;

-- Clears at most `at_most` rows of one kind, of every tenant, that ended more than `keep_seconds` ago by this server's clock. It
-- skips a row that somebody holds: a sweep waits for nobody while it holds rows, so it can't deadlock with requests, and the next
-- sweep finds the row. The caller says how long rows are kept, and the function keeps them at least as long as the service
-- promises.
CREATE OR REPLACE FUNCTION atrium_sweep(subject text, keep_seconds double precision, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hour CONSTANT double precision := 3600;
  day CONSTANT double precision := 86400;
  kind record;
  doomed tid[];
  doomed_ids uuid[];
  chosen text;
  swept int;
BEGIN
  SELECT * INTO kind FROM (VALUES
    -- name, table, when a row ended (as its index has it), which rows, seconds that they are kept at the least. What tells of a
    -- person's doings stays as long as its tenant is held.
    ('oidc_payloads',      'oidc_payloads',      'expires_at', 'true', hour),
    -- An authorization that nobody finished is worth nothing from the moment that it ends.
    ('interactions',       'oidc_payloads',      'expires_at', 'model = ''Interaction''', 0),
    ('one_time_secrets',   'one_time_secrets',   'expires_at', 'true', day),
    ('login_codes',        'login_codes',        'expires_at', 'true', day),
    ('used_proofs',        'used_proofs',        'expires_at', 'true', hour),
    ('exchanged_tokens',   'exchanged_tokens',   'expires_at', 'true', hour),
    ('spent_ceremonies',   'spent_ceremonies',   'expires_at', 'true', hour),
    ('rate_limit_buckets', 'rate_limit_buckets', 'expire', 'true', hour),
    ('unsent_mail',        'mail_messages',      'created_at', 'status = ''queued''', day),
    ('mail_messages',      'mail_messages',      'created_at', 'status <> ''queued'' AND NOT atrium_is_held(s.tenant_id)', day),
    ('unmade_deliveries',  'logout_deliveries',  'created_at', 'status = ''pending''', day),
    ('logout_deliveries',  'logout_deliveries',  'finished_at', 'NOT atrium_is_held(s.tenant_id)', day),
    -- A session stays as long as anything that came out of it, which is listed and ended by it.
    ('sessions',           'sessions',           'LEAST(revoked_at, expired_at)',
       '(revoked_at IS NOT NULL OR expired_at IS NOT NULL) AND NOT atrium_is_held(s.tenant_id) AND NOT EXISTS (SELECT FROM oidc_payloads p
          WHERE p.tenant_id = s.tenant_id AND p.environment_id = s.environment_id AND p.uid = s.oidc_session_uid
            AND p.model IN (''Session'', ''AuthorizationCode'', ''AccessToken'', ''RefreshToken''))', day),
    ('trusted_devices',    'trusted_devices',    'LEAST(revoked_at, expires_at)', 'NOT atrium_is_held(s.tenant_id)', day),
    ('ingested_events',    'ingested_events',    'received_at', 'true', 30 * day),
    ('event_counts',       'event_counts',       'hour', 'true', 31 * day),
    -- Thirty days are shown, in UTC: a day ends a day after it began.
    ('active_users',       'active_users',       'day', 'true', 32 * day),
    ('active_user_days',   'active_user_days',   'day', 'true', 32 * day),
    ('refused_authorizations', 'refused_authorizations', 'last_at', 'true', day)
  ) AS kinds (name, swept_table, ended, rows, least_seconds) WHERE name = subject;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing called % is swept', subject;
  END IF;

  -- A place in a table is one of its partition, so that sessions go by their ids.
  chosen := format('SELECT ARRAY(SELECT %5$s FROM %1$I s WHERE %2$s < %3$s AND %4$s ORDER BY %2$s LIMIT $2 FOR UPDATE SKIP LOCKED)',
    kind.swept_table, kind.ended,
    -- A bucket ends at a number: milliseconds since 1970.
    CASE kind.ended WHEN 'expire' THEN '((extract(epoch FROM now()) - $1) * 1000)::bigint'
                    ELSE 'now() - make_interval(secs => $1)' END,
    kind.rows, CASE subject WHEN 'sessions' THEN 'id' ELSE 'ctid' END);
  IF subject = 'sessions' THEN
    EXECUTE chosen INTO doomed_ids USING GREATEST(keep_seconds, kind.least_seconds), at_most;
    DELETE FROM session_clients WHERE session_id = ANY (doomed_ids);
    DELETE FROM sessions WHERE id = ANY (doomed_ids);
    GET DIAGNOSTICS swept = ROW_COUNT;
    RETURN swept;
  END IF;
  EXECUTE chosen INTO doomed USING GREATEST(keep_seconds, kind.least_seconds), at_most;

  -- What a row has below it goes first.
  IF subject = 'logout_deliveries' THEN
    DELETE FROM logout_attempts
    WHERE delivery_id IN (SELECT id FROM logout_deliveries WHERE ctid = ANY (doomed));
  END IF;

  -- What was promised to somebody and no job will do any more has failed; everything else is deleted.
  IF subject = 'unsent_mail' THEN
    UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
           last_error = COALESCE(last_error, 'no worker took it for a day')
    WHERE ctid = ANY (doomed);
  ELSIF subject = 'unmade_deliveries' THEN
    UPDATE logout_deliveries SET status = 'failed', next_attempt_at = NULL, finished_at = now()
    WHERE ctid = ANY (doomed);
  ELSE
    EXECUTE format('DELETE FROM %I WHERE ctid = ANY ($1)', kind.swept_table) USING doomed;
  END IF;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END $$;

