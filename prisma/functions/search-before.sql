-- Searching in the dashboard, as the version before this one calls it: newest first. It goes on working while a rolling
-- upgrade lasts. A later migration drops both.

CREATE OR REPLACE FUNCTION atrium_search_users(wanted_environment_id uuid, words text[], wanted_status user_status, before uuid, at_most int)
RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  kept text := format('tenant_id = %L AND environment_id = %L AND deleted_at IS NULL AND id < %L%s',
    atrium_tenant(), wanted_environment_id, before,
    CASE WHEN wanted_status IS NULL THEN '' ELSE format(' AND status = %L', wanted_status) END);
  held text := atrium_holds_words(
    'email || '' '' || COALESCE(display_name, '''') || '' '' || COALESCE(external_id, '''')', words);
  found uuid[];
BEGIN
  -- By rows, so that only the index that begins with the environment can give the order: the one by id alone
  -- would walk through everybody else's users.
  EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM (
      SELECT * FROM users
      WHERE (tenant_id, environment_id, id) >= (%1$L, %2$L, ''00000000-0000-0000-0000-000000000000'')
        AND (tenant_id, environment_id, id) < (%1$L, %2$L, %3$L)
      ORDER BY tenant_id DESC, environment_id DESC, id DESC LIMIT 4000) newest
    WHERE %4$s AND %5$s ORDER BY id DESC LIMIT %6$s) page',
    atrium_tenant(), wanted_environment_id, before, kept, held, at_most) INTO found;
  IF COALESCE(cardinality(found), 0) < at_most THEN
    EXECUTE format('WITH hits AS MATERIALIZED (SELECT id FROM users WHERE %s AND %s)
      SELECT array_agg(id) FROM (SELECT id FROM hits ORDER BY id DESC LIMIT %s) page', kept, held, at_most) INTO found;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;

CREATE OR REPLACE FUNCTION atrium_search_organizations(wanted_environment_id uuid, words text[], wanted_status active_status, before uuid, at_most int)
RETURNS TABLE (organization_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  there text := format('w.tenant_id = %L AND w.environment_id = %L AND w.organization_id < %L%s',
    atrium_tenant(), wanted_environment_id, before,
    CASE WHEN wanted_status IS NULL THEN '' ELSE format(' AND w.status = %L', wanted_status) END);
  held text := atrium_holds_words('o.name || '' '' || o.slug || '' '' || COALESCE(o.external_id, '''')', words);
  found uuid[];
BEGIN
  EXECUTE format('SELECT array_agg(organization_id) FROM (SELECT w.organization_id FROM (
      SELECT * FROM workspaces w
      WHERE (w.environment_id, w.organization_id) >= (%1$L, ''00000000-0000-0000-0000-000000000000'')
        AND (w.environment_id, w.organization_id) < (%1$L, %2$L)
      ORDER BY w.environment_id DESC, w.organization_id DESC LIMIT 4000) w
    JOIN organizations o ON o.id = w.organization_id
    WHERE %3$s AND %4$s ORDER BY w.organization_id DESC LIMIT %5$s) page',
    wanted_environment_id, before, there, held, at_most) INTO found;
  IF COALESCE(cardinality(found), 0) < at_most THEN
    EXECUTE format('WITH hits AS MATERIALIZED (SELECT o.id FROM organizations o WHERE o.tenant_id = %L AND %s)
      SELECT array_agg(organization_id) FROM (SELECT w.organization_id FROM hits JOIN workspaces w ON w.organization_id = hits.id
        WHERE %s ORDER BY w.organization_id DESC LIMIT %s) page',
      atrium_tenant(), held, there, at_most) INTO found;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;

-- The same with age or name, and counted, as they were before users were looked for by factor.
CREATE OR REPLACE FUNCTION atrium_search_users(wanted_environment_id uuid, words text[], wanted_status user_status,
  sorted_by text, ascending boolean, at_name text, at_id uuid, at_most int)
RETURNS TABLE (user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT f.user_id FROM atrium_search_users(wanted_environment_id, words, wanted_status, NULL, sorted_by, ascending, at_name,
    at_id, at_most) f
$$;

CREATE OR REPLACE FUNCTION atrium_count_users(wanted_environment_id uuid, words text[], wanted_status user_status, at_most int)
RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT atrium_count_users(wanted_environment_id, words, wanted_status, NULL, at_most)
$$;
