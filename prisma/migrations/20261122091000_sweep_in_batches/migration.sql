-- What ended is found by when it ended.
CREATE INDEX sessions_ended_at ON sessions (LEAST(revoked_at, expired_at))
  WHERE revoked_at IS NOT NULL OR expired_at IS NOT NULL;
CREATE INDEX trusted_devices_ended_at ON trusted_devices (LEAST(revoked_at, expires_at));
CREATE INDEX logout_deliveries_finished_at ON logout_deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX logout_deliveries_pending ON logout_deliveries (created_at) WHERE status = 'pending';
CREATE INDEX oidc_payloads_interactions ON oidc_payloads (expires_at) WHERE model = 'Interaction';
CREATE INDEX mail_messages_created_at ON mail_messages (created_at);

-- Clears at most `at_most` rows of one kind, of every tenant, that ended more than `keep_seconds` ago by this server's
-- clock. A row that somebody holds is skipped: a sweep waits for nobody while it holds rows itself, so that it can't
-- deadlock with the requests beside it, and the next one finds what was left. The caller says how long things are kept,
-- but never less than what keeps the service's promises.
CREATE FUNCTION atrium_sweep(subject text, keep_seconds double precision, at_most int) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  hour CONSTANT double precision := 3600;
  day CONSTANT double precision := 86400;
  doomed uuid[];
  swept int;
BEGIN
  CASE subject
  WHEN 'oidc_payloads' THEN
    DELETE FROM oidc_payloads WHERE ctid = ANY (ARRAY(SELECT ctid FROM oidc_payloads
      WHERE expires_at < now() - make_interval(secs => GREATEST(keep_seconds, hour))
      ORDER BY expires_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'interactions' THEN
    -- An authorization that nobody finished is worth nothing from the moment that it ends.
    DELETE FROM oidc_payloads WHERE ctid = ANY (ARRAY(SELECT ctid FROM oidc_payloads
      WHERE expires_at < now() - make_interval(secs => GREATEST(keep_seconds, 0)) AND model = 'Interaction'
      ORDER BY expires_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'one_time_secrets' THEN
    DELETE FROM one_time_secrets WHERE ctid = ANY (ARRAY(SELECT ctid FROM one_time_secrets
      WHERE expires_at < now() - make_interval(secs => GREATEST(keep_seconds, day))
      ORDER BY expires_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'login_codes' THEN
    DELETE FROM login_codes WHERE ctid = ANY (ARRAY(SELECT ctid FROM login_codes
      WHERE expires_at < now() - make_interval(secs => GREATEST(keep_seconds, day))
      ORDER BY expires_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'used_proofs' THEN
    DELETE FROM used_proofs WHERE ctid = ANY (ARRAY(SELECT ctid FROM used_proofs
      WHERE expires_at < now() - make_interval(secs => GREATEST(keep_seconds, hour))
      ORDER BY expires_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'exchanged_tokens' THEN
    DELETE FROM exchanged_tokens WHERE ctid = ANY (ARRAY(SELECT ctid FROM exchanged_tokens
      WHERE expires_at < now() - make_interval(secs => GREATEST(keep_seconds, hour))
      ORDER BY expires_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'rate_limit_buckets' THEN
    -- Milliseconds since 1970, as rate-limiter-flexible writes them.
    DELETE FROM rate_limit_buckets WHERE ctid = ANY (ARRAY(SELECT ctid FROM rate_limit_buckets
      WHERE expire < (extract(epoch FROM now()) - GREATEST(keep_seconds, hour)) * 1000
      ORDER BY expire LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'unsent_mail' THEN
    UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
           last_error = COALESCE(last_error, 'no worker took it for a day')
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM mail_messages
      WHERE status = 'queued' AND created_at < now() - make_interval(secs => GREATEST(keep_seconds, day))
      ORDER BY created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'mail_messages' THEN
    DELETE FROM mail_messages WHERE ctid = ANY (ARRAY(SELECT ctid FROM mail_messages
      WHERE status <> 'queued' AND created_at < now() - make_interval(secs => GREATEST(keep_seconds, day))
      ORDER BY created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'unmade_deliveries' THEN
    UPDATE logout_deliveries SET status = 'failed', next_attempt_at = NULL, finished_at = now()
    WHERE ctid = ANY (ARRAY(SELECT ctid FROM logout_deliveries
      WHERE status = 'pending' AND created_at < now() - make_interval(secs => GREATEST(keep_seconds, day))
      ORDER BY created_at LIMIT at_most FOR UPDATE SKIP LOCKED));
  WHEN 'logout_deliveries' THEN
    doomed := ARRAY(SELECT id FROM logout_deliveries
      WHERE finished_at < now() - make_interval(secs => GREATEST(keep_seconds, day))
      ORDER BY finished_at LIMIT at_most FOR UPDATE SKIP LOCKED);
    DELETE FROM logout_attempts WHERE delivery_id = ANY (doomed);
    DELETE FROM logout_deliveries WHERE id = ANY (doomed);
  WHEN 'sessions' THEN
    -- A session stays as long as anything that came out of it, which is listed and ended by it.
    doomed := ARRAY(SELECT id FROM sessions s
      WHERE (revoked_at IS NOT NULL OR expired_at IS NOT NULL)
        AND LEAST(revoked_at, expired_at) < now() - make_interval(secs => GREATEST(keep_seconds, day))
        AND NOT EXISTS (SELECT FROM oidc_payloads p
          WHERE p.tenant_id = s.tenant_id AND p.environment_id = s.environment_id AND p.uid = s.oidc_session_uid
            AND p.model IN ('Session', 'AuthorizationCode', 'AccessToken', 'RefreshToken'))
      ORDER BY LEAST(revoked_at, expired_at) LIMIT at_most FOR UPDATE SKIP LOCKED);
    DELETE FROM session_clients WHERE session_id = ANY (doomed);
    DELETE FROM sessions WHERE id = ANY (doomed);
  WHEN 'trusted_devices' THEN
    DELETE FROM trusted_devices WHERE ctid = ANY (ARRAY(SELECT ctid FROM trusted_devices
      WHERE LEAST(revoked_at, expires_at) < now() - make_interval(secs => GREATEST(keep_seconds, day))
      ORDER BY LEAST(revoked_at, expires_at) LIMIT at_most FOR UPDATE SKIP LOCKED));
  ELSE
    RAISE EXCEPTION 'nothing called % is swept', subject;
  END CASE;
  GET DIAGNOSTICS swept = ROW_COUNT;
  RETURN swept;
END $$;

-- A worker of the version before asks this until it is replaced: there is nothing left for it to do.
CREATE OR REPLACE FUNCTION atrium_sweep_storage() RETURNS TABLE (cleared text, rows int)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT NULL::text, 0 WHERE false
$$;
