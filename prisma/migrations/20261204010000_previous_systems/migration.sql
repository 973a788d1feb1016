-- CreateTable
CREATE TABLE "previous_systems" (
    "environment_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3),
    "last_failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "previous_systems_pkey" PRIMARY KEY ("environment_id")
);

-- CreateTable
CREATE TABLE "previous_system_secrets" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "sealed_secret" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "previous_system_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "previous_systems_tenant_id_environment_id_key" ON "previous_systems"("tenant_id", "environment_id");

-- CreateIndex
CREATE UNIQUE INDEX "previous_system_secrets_environment_id_slot_key" ON "previous_system_secrets"("environment_id", "slot");

-- AddForeignKey
ALTER TABLE "previous_systems" ADD CONSTRAINT "previous_systems_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "previous_system_secrets" ADD CONSTRAINT "previous_system_secrets_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- Rows of other tenants ------------------------------------------------------------------------------
CALL atrium_isolate('previous_systems');
CALL atrium_isolate('previous_system_secrets');
CALL atrium_relate_environment('previous_systems');
CALL atrium_relate_environment('previous_system_secrets');

-- Wrong states ---------------------------------------------------------------------------------------
ALTER TABLE previous_systems
  ADD CONSTRAINT previous_systems_https CHECK (starts_with(url, 'https://')),
  ADD CONSTRAINT previous_systems_failure CHECK ((last_failed_at IS NULL) = (last_failure IS NULL));
ALTER TABLE previous_system_secrets ADD CONSTRAINT previous_system_secrets_slot CHECK (slot IN (1, 2));

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
