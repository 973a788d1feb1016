-- Tables that are partitioned by time. The key is the id, which begins with the milliseconds at which it was made (UUID version 7),
-- so that a look-up by id reads one partition. Partitions lie in a schema of their own, which the application's role can't reach:
-- row-level security of the parent is the only way in.

-- The moment at which an id of version 7 was made, or which a bound of a partition means.
CREATE OR REPLACE FUNCTION atrium_moment_of(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE
RETURN to_timestamp(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0);

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

-- Makes a partition for each time before the last partition that has none: what a retention has dropped, or what is older than the
-- table. The owner alone calls it, before an archive brings events of that time. Partitions that stay empty are dropped again.
-- @returns how many partitions were made
CREATE OR REPLACE FUNCTION atrium_fill_partitions(parent text) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  made int := 0;
  covered_until timestamptz := to_timestamp(0);
  p record;
BEGIN
  -- A plain table takes every row.
  IF NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('public.' || parent) AND relkind = 'p') THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('atrium partitions', 0));
  FOR p IN SELECT * FROM atrium_partitions(parent) part WHERE NOT part.is_default ORDER BY part.until_at LOOP
    IF p.from_at > covered_until THEN
      BEGIN
        CALL atrium_add_partition(parent, parent || '_' || to_char(covered_until AT TIME ZONE 'UTC', 'YYYYMMDD') || '_filled',
          covered_until, p.from_at);
        made := made + 1;
      EXCEPTION WHEN check_violation THEN
        -- Rows of that time lie in the default partition: nobody made partitions for long. The log tells of them.
        NULL;
      END;
    END IF;
    covered_until := p.until_at;
  END LOOP;
  RETURN made;
END $$;

REVOKE ALL ON FUNCTION atrium_fill_partitions(text) FROM PUBLIC;

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

CREATE TRIGGER session_clients_of_sessions BEFORE INSERT OR UPDATE OF tenant_id, environment_id, session_id ON session_clients
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_unknown_session();

-- Notes a product's event that the version before this table of ids stored.
CREATE OR REPLACE FUNCTION atrium_note_ingested_event() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO ingested_events (tenant_id, environment_id, event_id, id, received_at)
  VALUES (NEW.tenant_id, NEW.environment_id, NEW.event_id, NEW.id, NEW.received_at) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
