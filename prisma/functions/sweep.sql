-- What the worker looks for in every tenant. These functions answer ids or delete what has expired; whatever follows happens
-- under each tenant's row-level security.

-- Sessions past their absolute end whose relying parties were not told yet, the oldest sign-in first.
CREATE OR REPLACE FUNCTION atrium_expired_sessions(at timestamptz, platform_absolute_minutes int, at_most int)
RETURNS TABLE (session_id uuid, tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.tenant_id, s.environment_id
  FROM sessions s LEFT JOIN tenant_security_policies p ON p.tenant_id = s.tenant_id
  WHERE s.revoked_at IS NULL AND s.expired_at IS NULL
    AND s.auth_time <= at - make_interval(mins => COALESCE(p.absolute_timeout_minutes, platform_absolute_minutes))
  ORDER BY s.auth_time LIMIT at_most
$$;

-- Messages and logouts that are due and have no job: the job ran out of retries, or was lost. A row of less than a minute may be
-- on its way, one of a time to come was written while the clock was ahead, and a row of more than a day has failed (atrium_sweep).
CREATE OR REPLACE FUNCTION atrium_lost_jobs(at_most int)
RETURNS TABLE (queue text, tenant_id uuid, environment_id uuid, id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    SELECT 'mail.deliver', m.tenant_id, m.environment_id, m.id FROM mail_messages m
    WHERE m.status = 'queued' AND m.environment_id IS NOT NULL
      AND m.created_at > now() - interval '1 day' AND m.created_at NOT BETWEEN now() - interval '1 minute' AND now() + interval '1 minute'
      AND (m.claimed_until IS NULL OR m.claimed_until < now())
      AND m.id::text NOT IN (SELECT j.data->>'messageId' FROM pgboss.job j
        WHERE j.name = 'mail.deliver' AND j.state < 'completed' AND j.data->>'messageId' IS NOT NULL)
    ORDER BY m.created_at LIMIT at_most;
  RETURN QUERY
    SELECT 'logout.deliver', d.tenant_id, d.environment_id, d.id FROM logout_deliveries d
    WHERE d.status = 'pending' AND d.created_at > now() - interval '1 day'
      AND d.next_attempt_at < now() - interval '1 minute'
      AND d.id::text NOT IN (SELECT j.data->>'deliveryId' FROM pgboss.job j
        WHERE j.name = 'logout.deliver' AND j.state < 'completed' AND j.data->>'deliveryId' IS NOT NULL)
    ORDER BY d.created_at LIMIT at_most;
END $$;

-- Whether somebody who renews a lease every few seconds still holds it. A moment that is still to come was stored before the clock went
-- back, and holds nothing.
CREATE OR REPLACE FUNCTION atrium_holds_lease(renewed_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT renewed_at BETWEEN now() - interval '30 seconds' AND now() + interval '30 seconds'
$$;

-- Imports of users that have lines to apply, the one that waited longest first, and those that nobody receives any more. A disabled tenant's lines wait until it is enabled again.
CREATE OR REPLACE FUNCTION atrium_user_imports(at_most int)
RETURNS TABLE (import_id uuid, tenant_id uuid, environment_id uuid, is_abandoned boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.id, i.tenant_id, i.environment_id, i.status = 'receiving' FROM user_imports i
  JOIN tenants t ON t.id = i.tenant_id
  WHERE i.finished_at IS NULL
    AND (i.status = 'running' AND t.status = 'active'
         OR i.status = 'receiving' AND NOT atrium_holds_lease(i.touched_at))
  ORDER BY i.touched_at LIMIT at_most
$$;

-- Streams whose receivers did nothing with them for so long, of every tenant, the one that waited longest first.
CREATE OR REPLACE FUNCTION atrium_idle_streams(idle_seconds double precision, at_most int)
RETURNS TABLE (stream_id uuid, tenant_id uuid, environment_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.tenant_id, s.environment_id FROM signal_streams s
  WHERE s.active_at < now() - make_interval(secs => GREATEST(idle_seconds, 86400))
  ORDER BY s.active_at LIMIT at_most
$$;

-- Clears at most `at_most` rows of one kind, of every tenant, that ended more than `keep_seconds` ago by this server's clock. It
-- skips a row that somebody holds: a sweep waits for nobody while it holds rows, so it can't deadlock with requests, and the next
-- sweep finds the row. The caller says how long rows are kept, and the function keeps them at least as long as the service
-- promises.
CREATE OR REPLACE FUNCTION atrium_sweep(subject text, keep_seconds double precision, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hour CONSTANT double precision := 3600;
  day CONSTANT double precision := 86400;
  kind record;
  doomed tid[];
  doomed_ids uuid[];
  chosen text;
  swept int;
BEGIN
  SELECT * INTO kind FROM (VALUES
    -- name, table, when a row ended (as its index has it), which rows, seconds that they are kept at the least. What tells of a
    -- person's doings stays as long as its tenant is held.
    ('oidc_payloads',      'oidc_payloads',      'expires_at', 'true', hour),
    -- An authorization that nobody finished is worth nothing from the moment that it ends.
    ('interactions',       'oidc_payloads',      'expires_at', 'model = ''Interaction''', 0),
    ('one_time_secrets',   'one_time_secrets',   'expires_at', 'true', day),
    ('login_codes',        'login_codes',        'expires_at', 'true', day),
    ('used_proofs',        'used_proofs',        'expires_at', 'true', hour),
    ('exchanged_tokens',   'exchanged_tokens',   'expires_at', 'true', hour),
    ('revoked_tokens',     'revoked_tokens',     'expires_at', 'true', hour),
    ('device_authorizations', 'device_authorizations', 'expires_at', 'true', hour),
    ('spent_ceremonies',   'spent_ceremonies',   'expires_at', 'true', hour),
    ('rate_limit_buckets', 'rate_limit_buckets', 'expire', 'true', hour),
    ('unsent_mail',        'mail_messages',      'created_at', 'status = ''queued''', day),
    ('mail_messages',      'mail_messages',      'created_at', 'status <> ''queued'' AND NOT atrium_is_held(s.tenant_id)', day),
    ('unmade_deliveries',  'logout_deliveries',  'created_at', 'status = ''pending''', day),
    ('logout_deliveries',  'logout_deliveries',  'finished_at', 'NOT atrium_is_held(s.tenant_id)', day),
    -- A session stays as long as anything that came out of it, which is listed and ended by it.
    ('sessions',           'sessions',           'LEAST(revoked_at, expired_at)',
       '(revoked_at IS NOT NULL OR expired_at IS NOT NULL) AND NOT atrium_is_held(s.tenant_id) AND NOT EXISTS (SELECT FROM oidc_payloads p
          WHERE p.tenant_id = s.tenant_id AND p.environment_id = s.environment_id AND p.uid = s.oidc_session_uid
            AND p.model IN (''Session'', ''AuthorizationCode'', ''AccessToken'', ''RefreshToken''))', day),
    ('trusted_devices',    'trusted_devices',    'LEAST(revoked_at, expires_at)', 'NOT atrium_is_held(s.tenant_id)', day),
    ('ingested_events',    'ingested_events',    'received_at', 'true', 30 * day),
    -- What waits to be applied goes with the end of its import; who was refused is told for a month.
    ('user_import_lines',  'user_import_lines',  'received_at', 'EXISTS (SELECT FROM user_imports i
       WHERE i.id = s.import_id AND i.finished_at IS NOT NULL)', 0),
    ('user_import_problems', 'user_import_problems', 'at', 'true', day),
    ('dry_run_problems',   'user_import_problems', 'at', 'EXISTS (SELECT FROM user_imports i WHERE i.id = s.import_id AND i.dry_run)', day),
    ('user_imports',       'user_imports',       'finished_at', 'NOT EXISTS (SELECT FROM user_import_lines l WHERE l.import_id = s.id)
       AND NOT EXISTS (SELECT FROM user_import_problems p WHERE p.import_id = s.id)', day),
    ('event_counts',       'event_counts',       'hour', 'true', 31 * day),
    -- Thirty days are shown, in UTC: a day ends a day after it began.
    ('active_users',       'active_users',       'day', 'true', 32 * day),
    ('active_user_days',   'active_user_days',   'day', 'true', 32 * day),
    ('refused_authorizations', 'refused_authorizations', 'last_at', 'true', day),
    -- As long as a stream waits for its receiver.
    ('former_addresses',   'former_addresses',   'changed_at', 'true', 30 * day)
  ) AS kinds (name, swept_table, ended, rows, least_seconds) WHERE name = subject;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'nothing called % is swept', subject;
  END IF;

  -- A place in a table is one of its partition, so that sessions go by their ids.
  chosen := format('SELECT ARRAY(SELECT %5$s FROM %1$I s WHERE %2$s < %3$s AND %4$s ORDER BY %2$s LIMIT $2 FOR UPDATE SKIP LOCKED)',
    kind.swept_table, kind.ended,
    -- A bucket ends at a number: milliseconds since 1970.
    CASE kind.ended WHEN 'expire' THEN '((extract(epoch FROM now()) - $1) * 1000)::bigint'
                    ELSE 'now() - make_interval(secs => $1)' END,
    kind.rows, CASE subject WHEN 'sessions' THEN 'id' ELSE 'ctid' END);
  IF subject = 'sessions' THEN
    EXECUTE chosen INTO doomed_ids USING GREATEST(keep_seconds, kind.least_seconds), at_most;
    DELETE FROM session_clients WHERE session_id = ANY (doomed_ids);
    DELETE FROM sessions WHERE id = ANY (doomed_ids);
    GET DIAGNOSTICS swept = ROW_COUNT;
    RETURN swept;
  END IF;
  EXECUTE chosen INTO doomed USING GREATEST(keep_seconds, kind.least_seconds), at_most;

  -- What a row has below it goes first.
  IF subject = 'logout_deliveries' THEN
    DELETE FROM logout_attempts
    WHERE delivery_id IN (SELECT id FROM logout_deliveries WHERE ctid = ANY (doomed));
  END IF;

  -- What was promised to somebody and no job will do any more has failed; everything else is deleted.
  IF subject = 'unsent_mail' THEN
    UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
           last_error = COALESCE(last_error, 'no worker took it for a day')
    WHERE ctid = ANY (doomed);
  ELSIF subject = 'unmade_deliveries' THEN
    UPDATE logout_deliveries SET status = 'failed', next_attempt_at = NULL, finished_at = now()
    WHERE ctid = ANY (doomed);
  ELSE
    EXECUTE format('DELETE FROM %I WHERE ctid = ANY ($1)', kind.swept_table) USING doomed;
  END IF;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END $$;

-- Does nothing. A worker of an earlier version asks it until that worker is replaced.
CREATE OR REPLACE FUNCTION atrium_sweep_storage() RETURNS TABLE (cleared text, rows int)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT NULL::text, 0 WHERE false
$$;

-- The newest messages of all tenants for the local mailbox. A rendered copy is kept in local mode only, and is sealed.
CREATE OR REPLACE FUNCTION atrium_local_mailbox(wanted_count int)
RETURNS TABLE (id uuid, template text, recipient text, sent_at timestamptz, sealed_rendered bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.template, m.recipient, m.sent_at, m.sealed_rendered FROM mail_messages m
  WHERE m.sealed_rendered IS NOT NULL ORDER BY m.sent_at DESC, m.id DESC LIMIT wanted_count
$$;
