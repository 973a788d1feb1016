-- What has to end in a database that was restored from a backup: it knows nothing of what was used, rotated, revoked and sent since.
-- The owner alone calls it (`backup restored`), once for each kind. Called again it finds nothing left.
-- @returns how many rows it ended
CREATE OR REPLACE FUNCTION atrium_end_restored(kind text, keep_sessions boolean) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  ended bigint;
BEGIN
  CASE kind
  WHEN 'links and grants' THEN
    UPDATE one_time_secrets SET withdrawn_at = now()
    WHERE consumed_at IS NULL AND withdrawn_at IS NULL AND expires_at > now();
  WHEN 'sign-ins that wait' THEN
    UPDATE login_codes SET withdrawn_at = now()
    WHERE consumed_at IS NULL AND withdrawn_at IS NULL AND expires_at > now();
  WHEN 'payloads of OAuth' THEN
    -- Codes, authorizations under way and consents that were asked for; and what a session consists of.
    DELETE FROM oidc_payloads
    WHERE NOT keep_sessions OR model NOT IN ('Session', 'Grant', 'AccessToken', 'RefreshToken');
  WHEN 'sessions' THEN
    IF keep_sessions THEN
      RETURN 0;
    END IF;
    -- Relying parties are told. Each logout is due at once and has no job: the worker's sweep finds it (atrium_lost_jobs).
    INSERT INTO logout_deliveries (tenant_id, environment_id, oidc_client_id, session_id, user_id, sid, jti, created_at, next_attempt_at)
    SELECT k.tenant_id, k.environment_id, k.oidc_client_id, k.session_id, s.user_id, k.sid, gen_random_uuid()::text, now(), now()
    FROM session_clients k JOIN sessions s ON s.id = k.session_id JOIN oidc_clients c ON c.id = k.oidc_client_id
    WHERE s.revoked_at IS NULL AND s.expired_at IS NULL AND c.backchannel_logout_uri IS NOT NULL AND c.revoked_at IS NULL;
    UPDATE sessions SET revoked_at = now(), revoked_reason = 'restored' WHERE revoked_at IS NULL AND expired_at IS NULL;
  WHEN 'trusted devices' THEN
    -- A browser has a token that is newer than the one here, and the one here may be somebody else's by now.
    UPDATE trusted_devices SET revoked_at = now() WHERE revoked_at IS NULL AND expires_at > now();
  WHEN 'enrolment tokens with limited uses' THEN
    UPDATE enrolment_tokens SET revoked_at = now()
    WHERE revoked_at IS NULL AND max_uses IS NOT NULL AND (expires_at IS NULL OR expires_at > now());
  WHEN 'mail that waits' THEN
    UPDATE mail_messages SET status = 'failed', sealed_props = NULL, claimed_until = NULL,
      last_error = 'not sent: the database was restored from a backup'
    WHERE status = 'queued';
  WHEN 'jobs' THEN
    -- What mail is made of. Logouts stay: a receiver knows by the jti that it has had one (OpenID Back-Channel Logout, 2.4).
    DELETE FROM pgboss.job WHERE name IN ('mail.deliver', 'password.forgot') AND state < 'completed';
  ELSE
    RAISE EXCEPTION 'nothing called % ends', kind;
  END CASE;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END $$;

REVOKE ALL ON FUNCTION atrium_end_restored(text, boolean) FROM PUBLIC;

-- Whether rows come from an archive (lib/features/archives), which is the owner's to say: the application's role is never believed.
CREATE OR REPLACE FUNCTION atrium_is_restoring() RETURNS boolean LANGUAGE sql STABLE
RETURN current_user <> 'atrium_app' AND COALESCE(current_setting('atrium.restoring', true) = 'on', false);

-- Adds rows of an archive to a table, as the tenant's that the transaction is bound to, whatever they say: a row names no tenant, so
-- an archive can write no other one's. A column that a row lacks is null. The owner alone calls it.
-- @returns how many rows there were
CREATE OR REPLACE FUNCTION atrium_restore_rows(of_table text, rows json) RETURNS bigint
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  tenant_column CONSTANT text := CASE of_table WHEN 'tenants' THEN 'id' ELSE 'tenant_id' END;
  names text;
  added bigint;
BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO STRICT names FROM pg_attribute
  WHERE attrelid = ('public.' || quote_ident(of_table))::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND attname <> tenant_column;
  EXECUTE format(
    'INSERT INTO %1$I (%2$I, %3$s) SELECT atrium_tenant(), %3$s FROM json_populate_recordset(null::%1$I, $1)',
    of_table, tenant_column, names) USING rows;
  GET DIAGNOSTICS added = ROW_COUNT;
  RETURN added;
END $$;

REVOKE ALL ON FUNCTION atrium_restore_rows(text, json) FROM PUBLIC;
