-- Users from files and from a previous system that is queried at their first sign-in, and tenants from archives.

CREATE TYPE "user_import_status" AS ENUM ('receiving', 'running', 'completed', 'failed', 'cancelled');
CREATE TYPE "user_import_mode" AS ENUM ('create', 'upsert', 'new_only');

CREATE TABLE "user_imports" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "status" "user_import_status" NOT NULL DEFAULT 'receiving',
    "mode" "user_import_mode" NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "actor" JSONB NOT NULL,
    "context" JSONB NOT NULL,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "applied" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "refused_by_code" JSONB NOT NULL DEFAULT '{}',
    "staged_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "user_imports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "user_import_lines" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "external_id" TEXT,
    "display_name" TEXT,
    "locale" TEXT,
    "email_verified" BOOLEAN NOT NULL,
    "password_hash" TEXT,
    "sealed_weak_hash" BYTEA,
    "memberships" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" "user_status",

    CONSTRAINT "user_import_lines_pkey" PRIMARY KEY ("import_id","line")
);

CREATE TABLE "user_import_problems" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "email" TEXT,
    "external_id" TEXT,
    "code" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_import_problems_pkey" PRIMARY KEY ("import_id","line")
);

CREATE INDEX "user_imports_finished_at_idx" ON "user_imports"("finished_at");
CREATE UNIQUE INDEX "user_imports_tenant_id_environment_id_id_key" ON "user_imports"("tenant_id", "environment_id", "id");
CREATE INDEX "user_import_lines_import_id_email_key_idx" ON "user_import_lines"("import_id", "email_key");
CREATE INDEX "user_import_lines_import_id_external_id_idx" ON "user_import_lines"("import_id", "external_id");
CREATE INDEX "user_import_problems_at_idx" ON "user_import_problems"("at");
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "user_import_lines" ADD CONSTRAINT "user_import_lines_tenant_id_environment_id_import_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "import_id") REFERENCES "user_imports"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "user_import_problems" ADD CONSTRAINT "user_import_problems_tenant_id_environment_id_import_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "import_id") REFERENCES "user_imports"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('user_imports');
CALL atrium_isolate('user_import_lines');
CALL atrium_isolate('user_import_problems');

CALL atrium_relate_environment('user_imports');
CALL atrium_relate_environment('user_import_lines');
CALL atrium_relate_environment('user_import_problems');

ALTER TABLE user_imports
  ADD CONSTRAINT user_imports_end CHECK ((finished_at IS NULL) = (status IN ('receiving', 'running'))),
  ADD CONSTRAINT user_imports_figures CHECK (0 <= LEAST(lines, applied, created, updated, unchanged, refused));

-- An import that is over stays over.
CREATE TRIGGER user_imports_once BEFORE UPDATE ON user_imports
  FOR EACH ROW EXECUTE FUNCTION atrium_refuse_revival('finished_at');

-- Whether somebody who renews a lease every few seconds still holds it. A moment that is still to come was stored before the clock went
-- back, and holds nothing.
CREATE OR REPLACE FUNCTION atrium_holds_lease(renewed_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT renewed_at BETWEEN now() - interval '30 seconds' AND now() + interval '30 seconds'
$$;

-- Imports of users that have lines to apply, the one that waited longest first, and those that nobody receives any more. A disabled
-- tenant's lines wait until it is enabled again.
CREATE OR REPLACE FUNCTION atrium_user_imports(at_most int)
RETURNS TABLE (import_id uuid, tenant_id uuid, environment_id uuid, is_abandoned boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.id, i.tenant_id, i.environment_id, i.status = 'receiving' FROM user_imports i
  JOIN tenants t ON t.id = i.tenant_id
  WHERE i.finished_at IS NULL
    AND (i.status = 'running' AND t.status = 'active'
         OR i.status = 'receiving' AND NOT atrium_holds_lease(i.touched_at))
  ORDER BY i.touched_at LIMIT at_most
$$;

CREATE TABLE "previous_systems" (
    "environment_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3),
    "last_failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "previous_systems_pkey" PRIMARY KEY ("environment_id")
);

CREATE TABLE "previous_system_secrets" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "previous_system_secrets_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "previous_systems_tenant_id_environment_id_key" ON "previous_systems"("tenant_id", "environment_id");
CREATE UNIQUE INDEX "previous_system_secrets_environment_id_slot_key" ON "previous_system_secrets"("environment_id", "slot");
ALTER TABLE "previous_systems" ADD CONSTRAINT "previous_systems_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
ALTER TABLE "previous_system_secrets" ADD CONSTRAINT "previous_system_secrets_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;
CALL atrium_isolate('previous_systems');
CALL atrium_isolate('previous_system_secrets');
CALL atrium_relate_environment('previous_systems');
CALL atrium_relate_environment('previous_system_secrets');
ALTER TABLE previous_systems
  ADD CONSTRAINT previous_systems_https CHECK (starts_with(url, 'https://')),
  ADD CONSTRAINT previous_systems_failure CHECK ((last_failed_at IS NULL) = (last_failure IS NULL));
ALTER TABLE previous_system_secrets ADD CONSTRAINT previous_system_secrets_slot CHECK (slot IN (1, 2));

-- Whether rows come from an archive (lib/features/archives), which is the owner's to say: the application's role is never believed.
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
