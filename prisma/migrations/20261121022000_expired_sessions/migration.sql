-- Sessions past their absolute end that nobody has been told of, of every tenant: the sweep begins where no
-- tenant is known. It answers ids only; what follows happens under each tenant's row-level security.
CREATE FUNCTION atrium_expired_sessions(at timestamptz, platform_absolute_minutes int, at_most int)
RETURNS TABLE (session_id uuid, tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.tenant_id, s.environment_id
  FROM sessions s LEFT JOIN tenant_security_policies p ON p.tenant_id = s.tenant_id
  WHERE s.revoked_at IS NULL AND s.expired_at IS NULL
    AND s.auth_time <= at - make_interval(mins => COALESCE(p.absolute_timeout_minutes, platform_absolute_minutes))
  ORDER BY s.auth_time LIMIT at_most
$$;

-- What the sweep looks for: live sessions, oldest sign-in first.
CREATE INDEX sessions_live_auth_time ON sessions (auth_time) WHERE revoked_at IS NULL AND expired_at IS NULL;
