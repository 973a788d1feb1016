-- What is sealed (lib/kernel/crypto/seal), for the commands that seal it anew and that check a restored database. They run as the
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
