-- Who holds the cursor of the log or of counting, so that nothing comes into a log, or is counted, meanwhile: for operators, the longest
-- first. No other transaction is waited for, neither of this database nor of another one of the server. It answers nothing unless the
-- transaction is bound to the platform.
CREATE OR REPLACE FUNCTION atrium_cursor_holders()
RETURNS TABLE (cursor_name text, pid int, database text, application text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.relation::regclass::text, l.pid, a.datname::text, a.application_name, a.xact_start
  FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE atrium_is_platform() AND l.granted AND l.mode <> 'AccessShareLock' AND l.pid <> pg_backend_pid()
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.relation IN ('audit_log_cursor'::regclass, 'event_cursor'::regclass)
  ORDER BY a.xact_start NULLS LAST, l.pid LIMIT 10
$$;
