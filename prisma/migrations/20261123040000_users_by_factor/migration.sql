-- Users are looked for by factor: who has none yet, who has a passkey, who has an authenticator app.

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
