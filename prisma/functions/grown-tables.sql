-- Has PostgreSQL count again the rows of those tables that have at least twice as many as when it counted last, and answers how many
-- tables these were. Whoever brings many rows calls it meanwhile: autovacuum looks once a minute, and until then PostgreSQL goes by
-- plans made for a table that was empty, which read everything there is for each sign-in. A table that somebody else is counting is
-- left to them, and so is one that was counted when it was large: no plan for that one reads everything.
CREATE OR REPLACE FUNCTION atrium_analyze_grown() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  -- Of so few rows any plan is good.
  few CONSTANT int := 200;
  large CONSTANT int := 5000;
  grown regclass;
  counted int := 0;
BEGIN
  FOR grown IN
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'partitions')
      AND c.reltuples < large AND pg_stat_get_live_tuples(c.oid) > 2 * GREATEST(c.reltuples, 0) + few
  LOOP
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', grown);
    counted := counted + 1;
  END LOOP;
  RETURN counted;
END $$;
