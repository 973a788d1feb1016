-- The change feed: processes cache who is calling for a few seconds (docs/ARCHITECTURE.md), and a change of those rows tells
-- every process whose rows changed when it commits (lib/kernel/db/change-feed).

-- Notifies all processes of the tenant of a changed row; '*' means every tenant. The trigger's argument names the column that
-- holds the tenant.
CREATE OR REPLACE FUNCTION atrium_tell_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  PERFORM pg_notify('atrium_changed', COALESCE(changed ->> TG_ARGV[0], '*'));
  RETURN NULL;
END $$;

-- Has a table tell of its changes. A note of last use, or of how much runs, does not change who somebody is, so it is not told.
CREATE OR REPLACE PROCEDURE atrium_tell_changes(table_name text, tenant_column text DEFAULT 'tenant_id') LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format(
    'CREATE TRIGGER tell_new_or_gone AFTER INSERT OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION atrium_tell_change(%L)',
    table_name, tenant_column);
  EXECUTE format(
    'CREATE TRIGGER tell_changed AFTER UPDATE ON %I FOR EACH ROW
     WHEN (to_jsonb(OLD) - ''{last_used_at,active_installations}''::text[]
           IS DISTINCT FROM to_jsonb(NEW) - ''{last_used_at,active_installations}''::text[])
     EXECUTE FUNCTION atrium_tell_change(%L)',
    table_name, tenant_column);
END $$;

CALL atrium_tell_changes('tenants', 'id');
CALL atrium_tell_changes('environments');
CALL atrium_tell_changes('tenant_secrets');
CALL atrium_tell_changes('credentials');
CALL atrium_tell_changes('credential_secrets');
CALL atrium_tell_changes('oidc_clients');
CALL atrium_tell_changes('oidc_client_secrets');
-- A copy of who is calling says whether tokens were given back, so that every process hears of the first. That one is forgotten
-- is told to nobody: whoever looks finds nothing.
CREATE TRIGGER tell_new AFTER INSERT ON revoked_tokens
  FOR EACH ROW EXECUTE FUNCTION atrium_tell_change('tenant_id');
