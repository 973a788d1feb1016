-- Processes keep copies of what seldom changes and decides who a caller is (docs/ARCHITECTURE.md, What a process
-- keeps). A change tells all of them whose rows it was, when it commits; '*' means everybody's.

CREATE FUNCTION atrium_tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  PERFORM pg_notify('atrium_changed', COALESCE(changed ->> TG_ARGV[0], '*'));
  RETURN NULL;
END $$;

-- A note of last use, or of how much runs, is no change of who somebody is.
CREATE PROCEDURE atrium_tell_changes(table_name text, tenant_column text DEFAULT 'tenant_id') LANGUAGE plpgsql AS $$
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
