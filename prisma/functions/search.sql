-- Searching in the dashboard. Row-level security lets only leakproof operators use an index, and LIKE is not leakproof. These
-- functions look past row-level security for the transaction's own tenant and answer ids only; the rows are read under
-- row-level security afterwards.
--
-- Each search looks among the nearest 4,000 rows of its order first. A word that many rows hold fills its page there; the trigram index is
-- good at a word that few rows hold. Neither depends on what the planner believes of a word.

-- A condition: every word is part of a text. The words become literals, not parameters, so that each search is planned for what
-- it looks for. A wildcard in a word stands for itself.
CREATE OR REPLACE FUNCTION atrium_holds_words(searched text, words text[]) RETURNS text LANGUAGE sql IMMUTABLE
SET search_path = public, pg_temp AS $$
  SELECT COALESCE(string_agg(
    format('(%s) ILIKE %L', searched, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' AND '), 'true')
  FROM unnest(words) AS word
$$;

-- A condition: a user has a factor of this type, or "none" of any type. Nothing asked for is no condition.
CREATE OR REPLACE FUNCTION atrium_has_factor(wanted text) RETURNS text LANGUAGE sql IMMUTABLE
SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN wanted IS NULL THEN '' WHEN wanted = 'none' THEN ' AND factor_types = ''{}'''
    ELSE format(' AND %L = ANY (factor_types)', wanted) END
$$;

-- Ids of users, by age or by name.
CREATE OR REPLACE FUNCTION atrium_search_users(wanted_environment_id uuid, words text[], wanted_status user_status,
  wanted_factor text, sorted_by text, ascending boolean, at_name text, at_id uuid, at_most int)
RETURNS TABLE (user_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  place text := format('tenant_id, environment_id, %sid', CASE sorted_by WHEN 'name' THEN 'lower(COALESCE(display_name, email)), ' ELSE '' END);
  way text := CASE WHEN ascending THEN 'ASC' ELSE 'DESC' END;
  ordered text := format('tenant_id %1$s, environment_id %1$s, %2$sid %1$s', way,
    CASE sorted_by WHEN 'name' THEN format('lower(COALESCE(display_name, email)) %s, ', way) ELSE '' END);
  kept text := format('tenant_id = %L AND environment_id = %L AND deleted_at IS NULL%s', atrium_tenant(), wanted_environment_id,
    CASE WHEN wanted_status IS NULL THEN '' ELSE format(' AND status = %L', wanted_status) END) || atrium_has_factor(wanted_factor);
  held text := atrium_holds_words(
    'email || '' '' || COALESCE(display_name, '''') || '' '' || COALESCE(external_id, '''')', words);
  beyond text := CASE WHEN at_id IS NULL THEN '' ELSE format(' AND (%s) %s (%L, %L, %s%L)', place,
    CASE WHEN ascending THEN '>' ELSE '<' END, atrium_tenant(), wanted_environment_id,
    CASE sorted_by WHEN 'name' THEN format('%L, ', at_name) ELSE '' END, at_id) END;
  found uuid[];
BEGIN
  -- By rows, so that only the index that begins with the environment can give the order: the one by id alone
  -- would walk through everybody else's users.
  EXECUTE format('SELECT array_agg(id) FROM (SELECT id FROM (
      SELECT * FROM users
      WHERE (tenant_id, environment_id) >= (%1$L, %2$L) AND (tenant_id, environment_id) <= (%1$L, %2$L) AND deleted_at IS NULL%3$s
      ORDER BY %4$s LIMIT 4000) nearest
    WHERE %5$s AND %6$s ORDER BY %4$s LIMIT %7$s) page',
    atrium_tenant(), wanted_environment_id, beyond, ordered, kept, held, at_most) INTO found;
  IF COALESCE(cardinality(found), 0) < at_most THEN
    EXECUTE format('WITH hits AS MATERIALIZED (SELECT * FROM users WHERE %s AND %s%s)
      SELECT array_agg(id) FROM (SELECT id FROM hits ORDER BY %s LIMIT %s) page', kept, held, beyond, ordered, at_most) INTO found;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;

-- How many users there are, counted no further than `at_most`. It never reads through the whole table.
CREATE OR REPLACE FUNCTION atrium_count_users(wanted_environment_id uuid, words text[], wanted_status user_status,
  wanted_factor text, at_most int)
RETURNS int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  counted int;
BEGIN
  EXECUTE format('SELECT count(*) FROM (SELECT FROM users
      WHERE tenant_id = %L AND environment_id = %L AND deleted_at IS NULL%s AND %s LIMIT %s) counted',
    atrium_tenant(), wanted_environment_id,
    CASE WHEN wanted_status IS NULL THEN '' ELSE format(' AND status = %L', wanted_status) END || atrium_has_factor(wanted_factor),
    atrium_holds_words('email || '' '' || COALESCE(display_name, '''') || '' '' || COALESCE(external_id, '''')', words),
    at_most) INTO counted;
  RETURN counted;
END $$;

-- Ids of organizations, by age or by name.
CREATE OR REPLACE FUNCTION atrium_search_organizations(wanted_environment_id uuid, words text[], wanted_status active_status,
  sorted_by text, ascending boolean, at_name text, at_id uuid, at_most int)
RETURNS TABLE (organization_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  way text := CASE WHEN ascending THEN 'ASC' ELSE 'DESC' END;
  beyond text := CASE WHEN ascending THEN '>' ELSE '<' END;
  there text := format('w.tenant_id = %L AND w.environment_id = %L%s', atrium_tenant(), wanted_environment_id,
    CASE WHEN wanted_status IS NULL THEN '' ELSE format(' AND w.status = %L', wanted_status) END);
  held text := atrium_holds_words('o.name || '' '' || o.slug || '' '' || COALESCE(o.external_id, '''')', words);
  after_id text := CASE WHEN at_id IS NULL THEN 'true' ELSE format('w.organization_id %s %L', beyond, at_id) END;
  ordered text := format('w.organization_id %s', way);
  nearest text;
  found uuid[];
BEGIN
  IF sorted_by = 'name' THEN
    after_id := CASE WHEN at_id IS NULL THEN 'true'
      ELSE format('(o.tenant_id, lower(o.name), o.id) %s (%L, %L, %L)', beyond, atrium_tenant(), at_name, at_id) END;
    ordered := format('lower(o.name) %1$s, o.id %1$s', way);
    nearest := format('(SELECT * FROM organizations o WHERE o.tenant_id = %L AND %s
        ORDER BY o.tenant_id %3$s, lower(o.name) %3$s, o.id %3$s LIMIT 4000) o
      JOIN workspaces w ON w.organization_id = o.id', atrium_tenant(), after_id, way);
  ELSE
    nearest := format('(SELECT * FROM workspaces w WHERE w.environment_id >= %1$L AND w.environment_id <= %1$L AND %2$s
        ORDER BY w.environment_id %3$s, w.organization_id %3$s LIMIT 4000) w
      JOIN organizations o ON o.id = w.organization_id', wanted_environment_id, after_id, way);
  END IF;
  EXECUTE format('SELECT array_agg(organization_id) FROM (SELECT w.organization_id FROM %s WHERE %s AND %s ORDER BY %s LIMIT %s) page',
    nearest, there, held, ordered, at_most) INTO found;
  IF COALESCE(cardinality(found), 0) < at_most THEN
    EXECUTE format('WITH hits AS MATERIALIZED (SELECT o.* FROM organizations o WHERE o.tenant_id = %L AND %s)
      SELECT array_agg(organization_id) FROM (SELECT w.organization_id FROM hits o JOIN workspaces w ON w.organization_id = o.id
        WHERE %s AND %s ORDER BY %s LIMIT %s) page',
      atrium_tenant(), held, there, after_id, ordered, at_most) INTO found;
  END IF;
  RETURN QUERY SELECT unnest(found);
END $$;

-- How many organizations there are, counted no further than `at_most`.
CREATE OR REPLACE FUNCTION atrium_count_organizations(wanted_environment_id uuid, words text[], wanted_status active_status, at_most int)
RETURNS int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  counted int;
BEGIN
  EXECUTE format('SELECT count(*) FROM (SELECT FROM workspaces w JOIN organizations o ON o.id = w.organization_id
      WHERE w.tenant_id = %L AND w.environment_id = %L%s AND %s LIMIT %s) counted',
    atrium_tenant(), wanted_environment_id,
    CASE WHEN wanted_status IS NULL THEN '' ELSE format(' AND w.status = %L', wanted_status) END,
    atrium_holds_words('o.name || '' '' || o.slug || '' '' || COALESCE(o.external_id, '''')', words), at_most) INTO counted;
  RETURN counted;
END $$;
