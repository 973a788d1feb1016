-- A session can make a table, a type or an operator of its own that a function of ours would find before the one it
-- means, wherever the function leaves it to the caller where names are looked up. Each of ours says it by itself.

-- What row-level security asks for every row has to be inlined, which no function with a setting is. Written as an
-- expression its names were looked up when it was made.
CREATE OR REPLACE FUNCTION atrium_tenant() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('atrium.tenant_id', true), '')::uuid;

CREATE OR REPLACE FUNCTION atrium_is_platform() RETURNS boolean LANGUAGE sql STABLE
RETURN EXISTS (SELECT FROM platform WHERE platform_tenant_id = (SELECT atrium_tenant()));

-- The others: trigger functions, and whatever else came without.
DO $$
DECLARE
  routine regprocedure;
BEGIN
  FOR routine IN
    SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'atrium\_%' AND p.prosqlbody IS NULL
      AND NOT EXISTS (SELECT FROM unnest(p.proconfig) setting WHERE setting LIKE 'search\_path=%')
  LOOP
    EXECUTE format('ALTER ROUTINE %s SET search_path = public, pg_temp', routine);
  END LOOP;
END $$;

-- Nothing of ours needs temporary tables, and whoever could make them could hide a table behind one.
DO $$
BEGIN
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM atrium_app', current_database());
EXCEPTION WHEN insufficient_privilege THEN
  RAISE WARNING 'Only the owner of the database can take TEMPORARY from PUBLIC: REVOKE TEMPORARY ON DATABASE % FROM PUBLIC',
    current_database();
END $$;
