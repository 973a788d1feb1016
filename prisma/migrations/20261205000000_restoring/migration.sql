-- A tenant comes back from an archive: rows that were judged and counted where they come from.

-- Whether rows come from an archive (lib/tenants/archive), which is the owner's to say: the application's role is never believed.
CREATE OR REPLACE FUNCTION atrium_is_restoring() RETURNS boolean LANGUAGE sql STABLE
RETURN current_user <> 'atrium_app' AND COALESCE(current_setting('atrium.restoring', true) = 'on', false);

-- Adds rows of an archive to a table, as the tenant's that the transaction is bound to, whatever they say: a row names no tenant, so
-- an archive can write no other one's. A column that a row lacks is null. The owner alone calls it.
-- @returns how many rows there were
CREATE OR REPLACE FUNCTION atrium_restore_rows(of_table text, rows json) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tenant_column CONSTANT text := CASE of_table WHEN 'tenants' THEN 'id' ELSE 'tenant_id' END;
  names text;
  added bigint;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO STRICT names FROM pg_attribute
  WHERE attrelid = ('public.' || quote_ident(of_table))::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND attname <> tenant_column;
  EXECUTE format(
    'INSERT INTO %1$I (%2$I, %3$s) SELECT atrium_tenant(), %3$s FROM json_populate_recordset(null::%1$I, $1)',
    of_table, tenant_column, names) USING rows;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

REVOKE ALL ON FUNCTION atrium_restore_rows(text, json) FROM PUBLIC;

-- Members join a campaign in the transaction that confirms it, or not at all. An archive's members joined theirs elsewhere.
CREATE OR REPLACE FUNCTION atrium_refuse_late_member() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM installation_campaigns WHERE id = NEW.campaign_id AND status = 'draft')
     AND NOT atrium_is_restoring() THEN
    RAISE EXCEPTION 'a confirmed campaign takes no further member' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

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
