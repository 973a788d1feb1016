-- What keeps tenants apart. `inTransaction` and `inBatch` set `atrium.tenant_id` (lib/kernel/db/bind-tenant); the policies of
-- row-level security compare each row with it.

-- The tenant of this transaction; null when none was set, and null equals no tenant's id. The body is an expression, so that
-- PostgreSQL can inline it into every policy.
CREATE OR REPLACE FUNCTION atrium_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('atrium.tenant_id', true), '')::uuid;

-- Puts a table that has a tenant_id behind row-level security. A migration that makes such a table calls it.
CREATE OR REPLACE PROCEDURE atrium_isolate(table_name text, tenant_column text DEFAULT 'tenant_id') LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
  EXECUTE format(
    'CREATE POLICY tenant_isolation ON %I USING (%I = (SELECT atrium_tenant())) WITH CHECK (%I = (SELECT atrium_tenant()))',
    table_name, tenant_column, tenant_column);
END $$;

-- Tells the planner that an environment has one tenant. Without it PostgreSQL believes that an index on both finds next to
-- nothing, and reads a whole environment to find one row.
CREATE OR REPLACE PROCEDURE atrium_relate_environment(table_name text) LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE STATISTICS %I (dependencies, ndistinct) ON tenant_id, environment_id FROM %I',
    table_name || '_place', table_name);
END $$;

-- The audit trail of the transaction's tenant. Under row-level security no operator on JSON may use an index, so the view runs
-- as its owner and takes the tenant by itself. Without a tenant it shows nothing.
CREATE OR REPLACE VIEW tenant_audit_events AS
  SELECT id, tenant_id, environment_id, source, event_id, kind, actor, targets, context, metadata, occurred_at, received_at
  FROM audit_events WHERE tenant_id = (SELECT atrium_tenant());
