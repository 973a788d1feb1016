-- What runs with the owner's rights is executed by the application's role alone, and by nobody else who may connect.
-- allow opaque: it changes rights of functions, which locks no table
DO $$
DECLARE
  definer regprocedure;
BEGIN
  FOR definer IN
    SELECT p.oid FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND pg_get_userbyid(p.proowner) = current_user
      AND EXISTS (SELECT FROM aclexplode(COALESCE(p.proacl, acldefault('f', p.proowner))) a
        WHERE a.grantee = 0 AND a.privilege_type = 'EXECUTE')
  LOOP
    EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO atrium_app', definer);
    EXECUTE format('REVOKE EXECUTE ON ROUTINE %s FROM PUBLIC', definer);
  END LOOP;
END $$;
