-- The keys that seal what is stored. Each is wrapped by a master key, which is named here and is never in the database. The first
-- has the bytes of the master key that the version before derived everything from, so that both versions read the same values.
CREATE TABLE "data_keys" (
    "id" INTEGER NOT NULL,
    "wrapped_key" BYTEA NOT NULL,
    "master_key_id" TEXT NOT NULL,
    "made_under" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "active_from" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "data_keys_id" CHECK (id > 0),
    CONSTRAINT "data_keys_wrapped" CHECK (octet_length(wrapped_key) = 60),
    CONSTRAINT "data_keys_master" CHECK (master_key_id ~ '^[0-9a-f]{8}$' AND made_under ~ '^[0-9a-f]{8}$')
);

-- Every process reads them; the owner alone makes them.
REVOKE INSERT, UPDATE, DELETE ON data_keys FROM atrium_app;

-- What a factor proves is decided when it is added. Its counters go forward only: none of its proofs works twice. The owner of
-- the database may seal the same secret anew (atrium_replace_sealed).
CREATE OR REPLACE FUNCTION atrium_freeze_factor() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.tenant_id, NEW.environment_id, NEW.user_id, NEW.type, NEW.credential_id, NEW.public_key,
      NEW.aaguid, NEW.backup_eligible, NEW.rp_id)
     IS DISTINCT FROM (OLD.tenant_id, OLD.environment_id, OLD.user_id, OLD.type, OLD.credential_id,
      OLD.public_key, OLD.aaguid, OLD.backup_eligible, OLD.rp_id)
     OR (NEW.sealed_secret IS DISTINCT FROM OLD.sealed_secret
         AND (current_user = 'atrium_app' OR current_setting('atrium.resealing', true) IS DISTINCT FROM 'on'))
     OR NEW.last_step < OLD.last_step OR (OLD.last_step IS NOT NULL AND NEW.last_step IS NULL)
     OR NEW.sign_count < OLD.sign_count THEN
    RAISE EXCEPTION 'a factor is frozen when it is added, and its counters go forward' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- Sealed values (lib/kernel/crypto/seal), for the commands that seal them anew and that check a restored database. They run as the
-- database's owner; the application's role may call none of these functions.

-- Every column with sealed values: the purpose that its key is derived for, and what a value is bound to.
CREATE OR REPLACE FUNCTION atrium_sealed_kinds()
RETURNS TABLE (kind text, of_table text, of_column text, purpose text, context text)
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  VALUES
    ('signing keys',             'signing_keys',  'sealed_private_jwk', 'signing-key',   'kid'),
    ('payloads of OAuth',        'oidc_payloads', 'sealed_payload',     'oidc-payload',
       'model || '':'' || translate(encode(key, ''base64''), ''+/='' || chr(10), ''-_'')'),
    ('authenticator apps',       'factors',       'sealed_secret',      'totp-secret',   'id::text'),
    ('mail that waits',          'mail_messages', 'sealed_props',       'mail',          'id::text'),
    ('hashes of an import',      'user_import_lines', 'sealed_weak_hash', 'imported-hash', 'import_id::text || '':'' || line'),
    ('secrets for previous systems', 'previous_system_secrets', 'sealed_secret', 'previous-system-secret', 'id::text'),
    ('mail of the local mailbox', 'mail_messages', 'sealed_rendered',   'mail-rendered', 'id::text')
$$;

-- The data key that a value is sealed with, as its first bytes say: form 1 is always sealed with the first data key.
CREATE OR REPLACE FUNCTION atrium_sealed_with(head bytea) RETURNS int LANGUAGE sql IMMUTABLE
RETURN CASE get_byte(head, 0)
  WHEN 1 THEN 1
  WHEN 2 THEN (get_byte(head, 1) << 24) | (get_byte(head, 2) << 16) | (get_byte(head, 3) << 8) | get_byte(head, 4)
  ELSE 0 END;

-- How many values of a kind are sealed with each data key.
CREATE OR REPLACE FUNCTION atrium_count_sealed(wanted text) RETURNS TABLE (data_key int, sealed_values bigint)
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  SELECT * INTO STRICT k FROM atrium_sealed_kinds() WHERE kind = wanted;
  RETURN QUERY EXECUTE format(
    'SELECT atrium_sealed_with(substring(%1$I FROM 1 FOR 5)), count(*) FROM %2$I WHERE %1$I IS NOT NULL GROUP BY 1 ORDER BY 1',
    k.of_column, k.of_table);
END $$;

-- At most `at_most` values of a kind that other data keys than `data_key` sealed, behind a place in the table. Rows have an order
-- of their own there, so that a pass reads the table once, whatever is sealed anew meanwhile.
-- @param data_key null for the values of every data key
CREATE OR REPLACE FUNCTION atrium_sealed_values(wanted text, data_key int, behind tid, at_most int)
RETURNS TABLE (place tid, context text, sealed bytea)
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  k record;
BEGIN
  SELECT * INTO STRICT k FROM atrium_sealed_kinds() WHERE kind = wanted;
  RETURN QUERY EXECUTE format(
    'SELECT ctid, %3$s, %1$I FROM %2$I WHERE ctid > $1 AND %1$I IS NOT NULL
       AND ($2 IS NULL OR atrium_sealed_with(substring(%1$I FROM 1 FOR 5)) <> $2) ORDER BY ctid LIMIT $3',
    k.of_column, k.of_table, k.context) USING behind, data_key, at_most;
END $$;

-- Puts values in the place of the same values, sealed anew. A value that changed meanwhile stays as it is, and a row that somebody
-- holds is left for the next pass: nobody waits for anybody.
-- @returns how many values were replaced
CREATE OR REPLACE FUNCTION atrium_replace_sealed(wanted text, places tid[], was bytea[], becomes bytea[]) RETURNS int
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  k record;
  replaced int;
BEGIN
  SELECT * INTO STRICT k FROM atrium_sealed_kinds() WHERE kind = wanted;
  PERFORM set_config('atrium.resealing', 'on', true);
  EXECUTE format(
    'WITH wanted AS (SELECT * FROM unnest($1, $2, $3) AS w (place, was, becomes)),
       held AS (SELECT t.ctid AS place FROM %2$I t WHERE t.ctid = ANY ($1) FOR UPDATE SKIP LOCKED)
     UPDATE %2$I t SET %1$I = w.becomes FROM wanted w JOIN held h USING (place)
     WHERE t.ctid = ANY ($1) AND t.ctid = h.place AND t.%1$I = w.was',
    k.of_column, k.of_table) USING places, was, becomes;
  GET DIAGNOSTICS replaced = ROW_COUNT;
  PERFORM set_config('atrium.resealing', '', true);
  RETURN replaced;
END $$;

REVOKE ALL ON FUNCTION atrium_sealed_kinds(), atrium_sealed_with(bytea), atrium_count_sealed(text),
  atrium_sealed_values(text, int, tid, int), atrium_replace_sealed(text, tid[], bytea[], bytea[]) FROM PUBLIC;

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
