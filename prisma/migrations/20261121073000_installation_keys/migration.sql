-- A key without its members made the condition null, which a CHECK lets pass.
ALTER TABLE installations DROP CONSTRAINT installations_key;
ALTER TABLE installations ADD CONSTRAINT installations_key CHECK (COALESCE(
  public_key ->> 'kty' = 'OKP' AND public_key ->> 'crv' = 'Ed25519'
  AND public_key ->> 'x' ~ '^[A-Za-z0-9_-]{43}$' AND NOT public_key ? 'd', false));
