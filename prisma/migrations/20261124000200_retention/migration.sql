-- Tables partitioned by time, and how long their rows are kept. No row moves here: `npm start` and `db migrate` turn a table into a
-- partitioned one when it is empty, or when servers of the version before, which needs its unique indexes, are gone (docs/decisions/020).

-- The operator's default and bounds, and a tenant's own value and hold.
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

ALTER TABLE "tenant_retention" ADD CONSTRAINT "tenant_retention_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "tenant_retention"
  ADD CONSTRAINT tenant_retention_days CHECK (audit_event_days BETWEEN 1 AND 36500),
  ADD CONSTRAINT tenant_retention_hold CHECK ((held_at IS NULL) = (hold_reason IS NULL));
CALL atrium_isolate('tenant_retention');
REVOKE DELETE, TRUNCATE ON tenant_retention FROM atrium_app;

-- The moment at which an id of version 7 was made, or which a bound of a partition means.
CREATE OR REPLACE FUNCTION atrium_moment_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);

-- The smallest id that a row of this moment can have (UUID version 7 begins with milliseconds). Rounding made it late by up to half
-- a millisecond.
CREATE OR REPLACE FUNCTION atrium_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE
RETURN rpad(lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

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

CREATE TRIGGER retention_defaults_of_the_platform BEFORE INSERT OR UPDATE ON retention_defaults
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_outside_platform();

-- The key of a partition is the id, which begins with the milliseconds at which it was made (UUID version 7), so that a look-up by id
-- reads one partition. Partitions lie in a schema of their own, which the application's role can't reach: row-level security of the
-- parent is the only way in.
CREATE SCHEMA IF NOT EXISTS partitions;

-- When the partition of a moment begins. A month of events and a week of sessions are a few million rows where a million events a
-- day are written.
CREATE OR REPLACE FUNCTION atrium_partition_start(parent text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT date_trunc(CASE WHEN parent IN ('audit_events', 'audit_log_entries') THEN 'month' WHEN parent = 'sessions' THEN 'week' END, at, 'UTC')
$$;

-- When the partition of a moment ends.
CREATE OR REPLACE FUNCTION atrium_partition_end(parent text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  SELECT (date_trunc(unit, at AT TIME ZONE 'UTC') + ('1 ' || unit)::interval) AT TIME ZONE 'UTC'
  FROM (SELECT CASE WHEN parent IN ('audit_events', 'audit_log_entries') THEN 'month' WHEN parent = 'sessions' THEN 'week' END AS unit) of_parent
$$;

-- The partitions of a table, the oldest first. The first one has no beginning; the default one has neither.
CREATE OR REPLACE FUNCTION atrium_partitions(parent text)
RETURNS TABLE (name text, from_at timestamptz, until_at timestamptz, is_default boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT relname, atrium_moment_of(substring(bound FROM 'FROM \(''([0-9a-f-]{36})''\)')::uuid),
         atrium_moment_of(substring(bound FROM 'TO \(''([0-9a-f-]{36})''\)')::uuid), bound = 'DEFAULT'
  FROM (SELECT c.relname::text, pg_get_expr(c.relpartbound, c.oid) AS bound
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = to_regclass('public.' || quote_ident(parent)) AND NOT i.inhdetachpending) bounds
  ORDER BY bound = 'DEFAULT', 3
$$;

-- What a partition has by itself: what is unique without its time is unique in a partition only, which is as long as two
-- requests for the same thing are apart.
CREATE OR REPLACE PROCEDURE atrium_guard_partition(parent text, name text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF parent = 'sessions' THEN
    EXECUTE format('CREATE UNIQUE INDEX ON partitions.%I (account_session_id)', name);
    EXECUTE format('CREATE UNIQUE INDEX ON partitions.%I (oidc_session_uid)', name);
  ELSIF parent = 'audit_events' THEN
    EXECUTE format('CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON partitions.%I
      FOR EACH STATEMENT EXECUTE FUNCTION atrium_refuse_audit_change()', name);
  END IF;
END $$;

-- Makes one partition, or the default one where it has no bounds. A table is made apart and then attached, which holds up nobody
-- who reads or writes the parent.
CREATE OR REPLACE PROCEDURE atrium_add_partition(parent text, name text, from_at timestamptz, until_at timestamptz)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TABLE partitions.%I (LIKE public.%I INCLUDING ALL)', name, parent);
  CALL atrium_guard_partition(parent, name);
  IF until_at IS NULL THEN
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I DEFAULT', parent, name);
  ELSE
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)',
      parent, name, atrium_first_id(from_at), atrium_first_id(until_at));
  END IF;
END $$;

-- Makes the partitions of the periods to come, by this server's clock. A lock that somebody holds is waited for a tenth of a second: the
-- next call goes on. Rows of a time that has no partition lie in the default one, which then becomes the partition of that time.
-- @returns how many partitions were made of every table
CREATE OR REPLACE FUNCTION atrium_make_partitions() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '100ms' AS $$
DECLARE
  ahead CONSTANT int := 3;
  made int := 0;
  parent text;
  last_until timestamptz;
  period_end timestamptz;
  stray boolean;
BEGIN
  -- One caller at a time; another finds nothing left.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('atrium partitions', 0)) THEN
    RETURN 0;
  END IF;
  FOREACH parent IN ARRAY ARRAY['audit_events', 'audit_log_entries', 'sessions'] LOOP
    IF NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.' || parent) AND relkind = 'p') THEN
      -- A plain table is partitioned by a later start. What a start left half done must not refuse a row one day.
      SELECT atrium_moment_of(substring(pg_get_constraintdef(oid) FROM '''([0-9a-f-]{36})''')::uuid) INTO last_until
        FROM pg_constraint WHERE conrelid = to_regclass('public.' || parent) AND conname = parent || '_before';
      IF last_until < now() + interval '3 days' THEN
        EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT %I', parent, parent || '_before');
      END IF;
      CONTINUE;
    END IF;
    SELECT max(until_at) INTO last_until FROM atrium_partitions(parent);
    EXECUTE format('SELECT EXISTS (SELECT FROM partitions.%I)', parent || '_default') INTO stray;
    IF stray AND last_until <= now() THEN
      period_end := atrium_partition_end(parent, now());
      EXECUTE format('ALTER TABLE public.%I DETACH PARTITION partitions.%I', parent, parent || '_default');
      EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', parent || '_default',
        parent || '_' || to_char(last_until AT TIME ZONE 'UTC', 'YYYYMMDD'));
      EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)', parent,
        parent || '_' || to_char(last_until AT TIME ZONE 'UTC', 'YYYYMMDD'),
        atrium_first_id(last_until), atrium_first_id(period_end));
      CALL atrium_add_partition(parent, parent || '_default', NULL, NULL);
      last_until := period_end;
      made := made + 1;
    END IF;
    WHILE last_until < atrium_partition_start(parent, now()) + ahead * (atrium_partition_end(parent, now()) - atrium_partition_start(parent, now())) LOOP
      period_end := atrium_partition_end(parent, last_until);
      CALL atrium_add_partition(parent, parent || '_' || to_char(last_until AT TIME ZONE 'UTC', 'YYYYMMDD'), last_until, period_end);
      last_until := period_end;
      made := made + 1;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

-- How many rows lie in no partition of their time, up to 1,000 of each table: none, unless nobody made partitions for long.
CREATE OR REPLACE FUNCTION atrium_rows_without_partition() RETURNS TABLE (parent text, rows int)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  FOR parent IN SELECT unnest(ARRAY['audit_events', 'audit_log_entries', 'sessions']) LOOP
    CONTINUE WHEN to_regclass('partitions.' || parent || '_default') IS NULL;
    EXECUTE format('SELECT count(*) FROM (SELECT FROM partitions.%I LIMIT 1000) stray', parent || '_default') INTO rows;
    RETURN NEXT;
  END LOOP;
END $$;

-- Turns a plain table into a partitioned one, which is a matter of the catalogue: the table that was becomes the first partition,
-- with everything until a moment. Its rows must be known to be of before that moment, or PostgreSQL looks through them all.
CREATE OR REPLACE PROCEDURE atrium_partition_table(parent text, until_at timestamptz)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  first_partition text := parent || '_first';
  one record;
  mine text[];
BEGIN
  -- Two statements in the other order would wait for each other's table.
  EXECUTE format('LOCK TABLE public.%I IN ACCESS EXCLUSIVE MODE', parent);
  SELECT array_agg(format('CREATE %sINDEX %I ON public.%I %s', CASE WHEN x.indisunique THEN 'UNIQUE ' ELSE '' END,
           c.relname, parent, substring(pg_get_indexdef(x.indexrelid) FROM ' (USING .*)$')) ORDER BY c.relname)
    INTO mine
    FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid
    WHERE x.indrelid = ('public.' || parent)::regclass AND NOT x.indisprimary
      AND c.relname NOT IN ('sessions_account_session_id_key', 'sessions_oidc_session_uid_key',
        'audit_events_tenant_id_environment_id_event_id_key');
  SELECT mine || array_agg(format('ALTER TABLE public.%I ADD CONSTRAINT %I %s', parent, conname, pg_get_constraintdef(oid)))
    INTO mine FROM pg_constraint
    WHERE conrelid = ('public.' || parent)::regclass AND contype IN ('f', 'p');
  -- Triggers of the parent are made on each partition too.
  FOR one IN SELECT tgname, pg_get_triggerdef(oid) AS text FROM pg_trigger
             WHERE tgrelid = ('public.' || parent)::regclass AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON public.%I', one.tgname, parent);
    mine := CASE WHEN one.tgname = 'audit_events_note_ingested' THEN mine ELSE mine || one.text END;
  END LOOP;
  EXECUTE format('ALTER TABLE public.%I SET SCHEMA partitions', parent);
  EXECUTE format('ALTER TABLE partitions.%I RENAME TO %I', parent, first_partition);
  EXECUTE format('ALTER STATISTICS public.%I SET SCHEMA partitions', parent || '_place');
  EXECUTE format('REVOKE ALL ON partitions.%I FROM atrium_app', first_partition);
  EXECUTE format('CREATE TABLE public.%I (LIKE partitions.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
    PARTITION BY RANGE (id)', parent, first_partition);
  EXECUTE format('ALTER TABLE public.%I DROP CONSTRAINT IF EXISTS %I', parent, parent || '_before');
  FOR one IN SELECT unnest(mine) AS text LOOP
    EXECUTE one.text;
  END LOOP;
  CALL atrium_isolate(parent);
  CALL atrium_relate_environment(parent);
  IF parent = 'audit_events' THEN
    REVOKE UPDATE, DELETE, TRUNCATE ON audit_events FROM atrium_app;
    EXECUTE 'CREATE TRIGGER audit_events_no_truncate BEFORE TRUNCATE ON partitions.audit_events_first
      FOR EACH STATEMENT EXECUTE FUNCTION atrium_refuse_audit_change()';
    CREATE OR REPLACE VIEW tenant_audit_events AS
      SELECT id, tenant_id, environment_id, source, event_id, kind, actor, targets, context, metadata, occurred_at, received_at
      FROM audit_events WHERE tenant_id = (SELECT atrium_tenant());
  END IF;
  EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION partitions.%I FOR VALUES FROM (MINVALUE) TO (%L)',
    parent, first_partition, atrium_first_id(until_at));
  EXECUTE format('ALTER TABLE partitions.%I DROP CONSTRAINT IF EXISTS %I', first_partition, parent || '_before');
  CALL atrium_add_partition(parent, parent || '_default', NULL, NULL);
END $$;

-- Drops a partition, which nobody who reads or writes another one waits for longer than a tenth of a second.
CREATE OR REPLACE PROCEDURE atrium_drop_partition(parent text, name text)
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE public.%I DETACH PARTITION partitions.%I', parent, name);
  EXECUTE format('DROP TABLE partitions.%I', name);
END $$;

-- How far a partition of sessions was looked through before it is dropped. The application's role can't reach it.
CREATE TABLE partitions.session_checks (
    name text PRIMARY KEY,
    place uuid,
    needed_until timestamptz
);

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
    ('revoked_tokens',     'revoked_tokens',     'expires_at', 'true', hour),
    ('device_authorizations', 'device_authorizations', 'expires_at', 'true', hour),
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
    -- What waits to be applied goes with the end of its import; who was refused is told for a month.
    ('user_import_lines',  'user_import_lines',  'received_at', 'EXISTS (SELECT FROM user_imports i
       WHERE i.id = s.import_id AND i.finished_at IS NOT NULL)', 0),
    ('user_import_problems', 'user_import_problems', 'at', 'true', day),
    ('dry_run_problems',   'user_import_problems', 'at', 'EXISTS (SELECT FROM user_imports i WHERE i.id = s.import_id AND i.dry_run)', day),
    ('user_imports',       'user_imports',       'finished_at', 'NOT EXISTS (SELECT FROM user_import_lines l WHERE l.import_id = s.id)
       AND NOT EXISTS (SELECT FROM user_import_problems p WHERE p.import_id = s.id)', day),
    ('event_counts',       'event_counts',       'hour', 'true', 31 * day),
    -- Thirty days are shown, in UTC: a day ends a day after it began.
    ('active_users',       'active_users',       'day', 'true', 32 * day),
    ('active_user_days',   'active_user_days',   'day', 'true', 32 * day),
    ('refused_authorizations', 'refused_authorizations', 'last_at', 'true', day),
    -- As long as a stream waits for its receiver.
    ('former_addresses',   'former_addresses',   'changed_at', 'true', 30 * day)
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

-- A relying party takes part in a session of its own environment. A table that is partitioned can be referred to by a foreign key,
-- but no partition of it could be dropped without looking for who refers to it.
CREATE OR REPLACE FUNCTION atrium_refuse_unknown_session() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM sessions WHERE id = NEW.session_id AND tenant_id = NEW.tenant_id AND environment_id = NEW.environment_id
  FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no session % in the environment', NEW.session_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;

-- A partition could not be dropped without a search for rows that refer to it: the trigger takes the place of the foreign key.
ALTER TABLE "session_clients" DROP CONSTRAINT "session_clients_tenant_id_environment_id_session_id_fkey";

CREATE TRIGGER session_clients_of_sessions BEFORE INSERT OR UPDATE OF tenant_id, environment_id, session_id ON session_clients
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_unknown_session();
