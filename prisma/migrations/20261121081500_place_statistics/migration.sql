-- Row-level security adds the tenant to every query and the code adds the environment. PostgreSQL takes the two for
-- independent unless told otherwise, and then believes that an index that begins with both finds next to nothing: of
-- an environment with a hundred thousand users it would read all to find one by address. These statistics tell
-- it that an environment has one tenant.
CREATE PROCEDURE atrium_relate_environment(table_name text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE STATISTICS %I (dependencies, ndistinct) ON tenant_id, environment_id FROM %I',
    table_name || '_place', table_name);
END $$;

DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT t.table_name FROM information_schema.tables t
    WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND 2 = (
      SELECT count(*) FROM information_schema.columns c
      WHERE c.table_schema = 'public' AND c.table_name = t.table_name
        AND c.column_name IN ('tenant_id', 'environment_id'))
  LOOP
    CALL atrium_relate_environment(name);
  END LOOP;
END $$;
