-- CreateEnum
CREATE TYPE "active_status" AS ENUM ('active', 'disabled');

-- CreateEnum
CREATE TYPE "package_policy" AS ENUM ('none', 'any', 'listed');

-- CreateEnum
CREATE TYPE "audit_source" AS ENUM ('service', 'product');

-- CreateEnum
CREATE TYPE "credential_purpose" AS ENUM ('product_runtime', 'management_automation');

-- CreateEnum
CREATE TYPE "environment_kind" AS ENUM ('development', 'staging', 'production');

-- CreateEnum
CREATE TYPE "oidc_client_type" AS ENUM ('confidential', 'public');

-- CreateEnum
CREATE TYPE "signing_key_purpose" AS ENUM ('id_token', 'machine_token', 'user_token', 'session_activity');

-- CreateEnum
CREATE TYPE "one_time_purpose" AS ENUM ('grant', 'set_password', 'invitation', 'onboarding', 'password_reset');

-- CreateEnum
CREATE TYPE "login_code_purpose" AS ENUM ('login', 'step_up');

-- CreateEnum
CREATE TYPE "membership_status" AS ENUM ('active', 'inactive');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "logout_delivery_status" AS ENUM ('pending', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "package_status" AS ENUM ('active', 'inactive');

-- CreateEnum
CREATE TYPE "entitlement_mode" AS ENUM ('enforce', 'observe', 'off');

-- CreateEnum
CREATE TYPE "override_effect" AS ENUM ('grant', 'deny');

-- CreateEnum
CREATE TYPE "session_kind" AS ENUM ('direct', 'hosted');

-- CreateEnum
CREATE TYPE "tenant_status" AS ENUM ('active', 'disabled');

-- CreateEnum
CREATE TYPE "login_otp" AS ENUM ('never', 'untrusted_device', 'always');

-- CreateEnum
CREATE TYPE "user_status" AS ENUM ('active', 'suspended');

-- CreateEnum
CREATE TYPE "email_verified_method" AS ENUM ('tenant_asserted', 'service_otp', 'service_token');

-- CreateTable
CREATE TABLE "apps" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "active_status" NOT NULL DEFAULT 'active',
    "package_policy" "package_policy" NOT NULL DEFAULT 'none',
    "allowed_organization_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "required_entitlements" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "apps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID,
    "source" "audit_source" NOT NULL DEFAULT 'service',
    "event_id" UUID,
    "kind" TEXT NOT NULL,
    "actor" JSONB NOT NULL,
    "targets" JSONB NOT NULL DEFAULT '[]',
    "context" JSONB NOT NULL DEFAULT '{}',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credentials" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "purpose" "credential_purpose" NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential_secrets" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "credential_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "environments" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "environment_kind" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "environments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_secrets" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oidc_clients" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "client_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "oidc_client_type" NOT NULL,
    "app_id" UUID,
    "redirect_uris" TEXT[],
    "post_logout_redirect_uris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "backchannel_logout_uri" TEXT,
    "first_party" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oidc_client_secrets" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "oidc_client_id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_client_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oidc_payloads" (
    "model" TEXT NOT NULL,
    "key" BYTEA NOT NULL,
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "sealed_payload" BYTEA NOT NULL,
    "grant_id" TEXT,
    "uid" TEXT,
    "user_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "consumed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "oidc_payloads_pkey" PRIMARY KEY ("model","key")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "kid" TEXT NOT NULL,
    "purpose" "signing_key_purpose" NOT NULL,
    "alg" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "sealed_private_jwk" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "active_from" TIMESTAMPTZ(3) NOT NULL,
    "verifies_until" TIMESTAMPTZ(3),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "one_time_secrets" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "one_time_purpose" NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "emailed" BOOLEAN NOT NULL DEFAULT false,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "one_time_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_codes" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "login_code_purpose" NOT NULL,
    "challenge_hash" BYTEA NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "session_id" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "payload" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_types" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_types_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "workspaces" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "status" "active_status" NOT NULL DEFAULT 'active',
    "organization_type_id" UUID,
    "package_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspaces_pkey" PRIMARY KEY ("environment_id","organization_id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role_id" UUID,
    "status" "membership_status" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_messages" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID,
    "template" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "recipient" TEXT NOT NULL,
    "sealed_props" BYTEA,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "sealed_rendered" BYTEA,

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "logout_deliveries" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "oidc_client_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "sid" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "status" "logout_delivery_status" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "next_attempt_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "logout_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "logout_attempts" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "logout_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "packages" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "package_status" NOT NULL DEFAULT 'active',
    "entitlements" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "packages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "package_apps" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "package_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,

    CONSTRAINT "package_apps_pkey" PRIMARY KEY ("package_id","app_id")
);

-- CreateTable
CREATE TABLE "entitlement_policies" (
    "environment_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "mode" "entitlement_mode" NOT NULL DEFAULT 'enforce',
    "default_package_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entitlement_policies_pkey" PRIMARY KEY ("environment_id")
);

-- CreateTable
CREATE TABLE "entitlement_overrides" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "entitlement" TEXT NOT NULL,
    "effect" "override_effect" NOT NULL,

    CONSTRAINT "entitlement_overrides_pkey" PRIMARY KEY ("environment_id","organization_id","entitlement")
);

-- CreateTable
CREATE TABLE "rate_limit_buckets" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_buckets_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "roles" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_apps" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "role_id" UUID NOT NULL,
    "app_id" UUID NOT NULL,

    CONSTRAINT "role_apps_pkey" PRIMARY KEY ("role_id","app_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "session_kind" NOT NULL,
    "account_session_id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "app_id" UUID,
    "oidc_session_uid" TEXT,
    "trusted_device_id" UUID,
    "auth_time" TIMESTAMPTZ(3) NOT NULL,
    "amr" TEXT[],
    "step_up_at" TIMESTAMPTZ(3),
    "step_up_amr" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "last_active_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "device_name" TEXT,
    "platform" TEXT,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,
    "expired_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_clients" (
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "oidc_client_id" UUID NOT NULL,
    "sid" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_clients_pkey" PRIMARY KEY ("session_id","oidc_client_id")
);

-- CreateTable
CREATE TABLE "trusted_devices" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "name" TEXT,
    "platform" TEXT,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "trusted_devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenants" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "public_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" "tenant_status" NOT NULL DEFAULT 'active',
    "installation_limit" INTEGER NOT NULL DEFAULT 100,
    "installation_maximum" INTEGER NOT NULL DEFAULT 100,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_security_policies" (
    "tenant_id" UUID NOT NULL,
    "idle_timeout_minutes" INTEGER,
    "absolute_timeout_minutes" INTEGER,
    "login_otp" "login_otp",
    "trusted_device_days" INTEGER,
    "trusted_device_email" BOOLEAN,
    "lockout_threshold" INTEGER,
    "lockout_window_minutes" INTEGER,
    "lockout_duration_minutes" INTEGER,
    "password_min_length" INTEGER,
    "step_up_max_age_seconds" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_security_policies_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "tenant_branding" (
    "tenant_id" UUID NOT NULL,
    "display_name" TEXT,
    "color" TEXT,
    "logo" TEXT,
    "support_url" TEXT,
    "terms_url" TEXT,
    "privacy_url" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_branding_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "environment_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT,
    "display_name" TEXT,
    "external_id" TEXT,
    "password_hash" TEXT,
    "password_changed_at" TIMESTAMPTZ(3),
    "status" "user_status" NOT NULL DEFAULT 'active',
    "suspended_at" TIMESTAMPTZ(3),
    "suspended_reason" TEXT,
    "email_verified_method" "email_verified_method",
    "email_verified_at" TIMESTAMPTZ(3),
    "locale" TEXT,
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "apps_environment_id_key_key" ON "apps"("environment_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "apps_tenant_id_environment_id_id_key" ON "apps"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "audit_events_tenant_id_id_idx" ON "audit_events"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "audit_events_tenant_id_kind_id_idx" ON "audit_events"("tenant_id", "kind", "id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_tenant_id_environment_id_event_id_key" ON "audit_events"("tenant_id", "environment_id", "event_id");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_client_id_key" ON "credentials"("client_id");

-- CreateIndex
CREATE INDEX "credentials_tenant_id_environment_id_idx" ON "credentials"("tenant_id", "environment_id");

-- CreateIndex
CREATE UNIQUE INDEX "credentials_tenant_id_id_key" ON "credentials"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "credential_secrets_secret_hash_key" ON "credential_secrets"("secret_hash");

-- CreateIndex
CREATE INDEX "credential_secrets_tenant_id_credential_id_idx" ON "credential_secrets"("tenant_id", "credential_id");

-- CreateIndex
CREATE UNIQUE INDEX "environments_tenant_id_key_key" ON "environments"("tenant_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "environments_tenant_id_id_key" ON "environments"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "tenant_secrets_secret_hash_key" ON "tenant_secrets"("secret_hash");

-- CreateIndex
CREATE INDEX "tenant_secrets_tenant_id_environment_id_idx" ON "tenant_secrets"("tenant_id", "environment_id");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_clients_client_id_key" ON "oidc_clients"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_clients_tenant_id_environment_id_id_key" ON "oidc_clients"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_clients_tenant_id_id_key" ON "oidc_clients"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "oidc_client_secrets_secret_hash_key" ON "oidc_client_secrets"("secret_hash");

-- CreateIndex
CREATE INDEX "oidc_client_secrets_tenant_id_oidc_client_id_idx" ON "oidc_client_secrets"("tenant_id", "oidc_client_id");

-- CreateIndex
CREATE INDEX "oidc_payloads_tenant_id_environment_id_grant_id_idx" ON "oidc_payloads"("tenant_id", "environment_id", "grant_id");

-- CreateIndex
CREATE INDEX "oidc_payloads_tenant_id_environment_id_model_uid_idx" ON "oidc_payloads"("tenant_id", "environment_id", "model", "uid");

-- CreateIndex
CREATE INDEX "oidc_payloads_tenant_id_environment_id_user_id_idx" ON "oidc_payloads"("tenant_id", "environment_id", "user_id");

-- CreateIndex
CREATE INDEX "oidc_payloads_expires_at_idx" ON "oidc_payloads"("expires_at");

-- CreateIndex
CREATE INDEX "signing_keys_purpose_active_from_idx" ON "signing_keys"("purpose", "active_from");

-- CreateIndex
CREATE UNIQUE INDEX "one_time_secrets_secret_hash_key" ON "one_time_secrets"("secret_hash");

-- CreateIndex
CREATE INDEX "one_time_secrets_user_id_purpose_idx" ON "one_time_secrets"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "one_time_secrets_expires_at_idx" ON "one_time_secrets"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "login_codes_challenge_hash_key" ON "login_codes"("challenge_hash");

-- CreateIndex
CREATE INDEX "login_codes_user_id_purpose_idx" ON "login_codes"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_tenant_id_slug_key" ON "organizations"("tenant_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_tenant_id_external_id_key" ON "organizations"("tenant_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_tenant_id_id_key" ON "organizations"("tenant_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "organization_types_environment_id_key_key" ON "organization_types"("environment_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "organization_types_tenant_id_environment_id_id_key" ON "organization_types"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "workspaces_organization_id_idx" ON "workspaces"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "workspaces_tenant_id_environment_id_organization_id_key" ON "workspaces"("tenant_id", "environment_id", "organization_id");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE INDEX "memberships_role_id_idx" ON "memberships"("role_id");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_environment_id_organization_id_user_id_key" ON "memberships"("environment_id", "organization_id", "user_id");

-- CreateIndex
CREATE INDEX "mail_messages_tenant_id_created_at_idx" ON "mail_messages"("tenant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "logout_deliveries_jti_key" ON "logout_deliveries"("jti");

-- CreateIndex
CREATE INDEX "logout_deliveries_tenant_id_oidc_client_id_created_at_idx" ON "logout_deliveries"("tenant_id", "oidc_client_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "logout_deliveries_tenant_id_id_key" ON "logout_deliveries"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "logout_attempts_delivery_id_idx" ON "logout_attempts"("delivery_id");

-- CreateIndex
CREATE UNIQUE INDEX "packages_environment_id_key_key" ON "packages"("environment_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "packages_tenant_id_environment_id_id_key" ON "packages"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "package_apps_app_id_idx" ON "package_apps"("app_id");

-- CreateIndex
CREATE UNIQUE INDEX "entitlement_policies_tenant_id_environment_id_key" ON "entitlement_policies"("tenant_id", "environment_id");

-- CreateIndex
CREATE INDEX "rate_limit_buckets_expire_idx" ON "rate_limit_buckets"("expire");

-- CreateIndex
CREATE UNIQUE INDEX "roles_environment_id_key_key" ON "roles"("environment_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "roles_tenant_id_environment_id_id_key" ON "roles"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE INDEX "role_apps_app_id_idx" ON "role_apps"("app_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_account_session_id_key" ON "sessions"("account_session_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_oidc_session_uid_key" ON "sessions"("oidc_session_uid");

-- CreateIndex
CREATE INDEX "sessions_user_id_revoked_at_idx" ON "sessions"("user_id", "revoked_at");

-- CreateIndex
CREATE INDEX "sessions_auth_time_idx" ON "sessions"("auth_time");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_tenant_id_environment_id_id_key" ON "sessions"("tenant_id", "environment_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "trusted_devices_token_hash_key" ON "trusted_devices"("token_hash");

-- CreateIndex
CREATE INDEX "trusted_devices_user_id_revoked_at_idx" ON "trusted_devices"("user_id", "revoked_at");

-- CreateIndex
CREATE UNIQUE INDEX "tenants_public_id_key" ON "tenants"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_environment_id_email_key_key" ON "users"("environment_id", "email_key");

-- CreateIndex
CREATE UNIQUE INDEX "users_environment_id_external_id_key" ON "users"("environment_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_tenant_id_environment_id_id_key" ON "users"("tenant_id", "environment_id", "id");

-- AddForeignKey
ALTER TABLE "apps" ADD CONSTRAINT "apps_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential_secrets" ADD CONSTRAINT "credential_secrets_tenant_id_credential_id_fkey" FOREIGN KEY ("tenant_id", "credential_id") REFERENCES "credentials"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "environments" ADD CONSTRAINT "environments_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_secrets" ADD CONSTRAINT "tenant_secrets_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oidc_clients" ADD CONSTRAINT "oidc_clients_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oidc_clients" ADD CONSTRAINT "oidc_clients_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oidc_client_secrets" ADD CONSTRAINT "oidc_client_secrets_tenant_id_oidc_client_id_fkey" FOREIGN KEY ("tenant_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oidc_payloads" ADD CONSTRAINT "oidc_payloads_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "one_time_secrets" ADD CONSTRAINT "one_time_secrets_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_codes" ADD CONSTRAINT "login_codes_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_types" ADD CONSTRAINT "organization_types_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_tenant_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "organization_id") REFERENCES "organizations"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_tenant_id_environment_id_organization_type_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_type_id") REFERENCES "organization_types"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_tenant_id_environment_id_package_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "package_id") REFERENCES "packages"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_environment_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_environment_id_role_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "role_id") REFERENCES "roles"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "logout_deliveries" ADD CONSTRAINT "logout_deliveries_tenant_id_environment_id_oidc_client_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "logout_attempts" ADD CONSTRAINT "logout_attempts_tenant_id_delivery_id_fkey" FOREIGN KEY ("tenant_id", "delivery_id") REFERENCES "logout_deliveries"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "packages" ADD CONSTRAINT "packages_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_apps" ADD CONSTRAINT "package_apps_tenant_id_environment_id_package_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "package_id") REFERENCES "packages"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "package_apps" ADD CONSTRAINT "package_apps_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entitlement_policies" ADD CONSTRAINT "entitlement_policies_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entitlement_policies" ADD CONSTRAINT "entitlement_policies_tenant_id_environment_id_default_pack_fkey" FOREIGN KEY ("tenant_id", "environment_id", "default_package_id") REFERENCES "packages"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entitlement_overrides" ADD CONSTRAINT "entitlement_overrides_tenant_id_environment_id_organizatio_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "roles" ADD CONSTRAINT "roles_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_apps" ADD CONSTRAINT "role_apps_tenant_id_environment_id_role_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "role_id") REFERENCES "roles"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_apps" ADD CONSTRAINT "role_apps_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_clients" ADD CONSTRAINT "session_clients_tenant_id_environment_id_session_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "session_id") REFERENCES "sessions"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_clients" ADD CONSTRAINT "session_clients_tenant_id_environment_id_oidc_client_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_devices" ADD CONSTRAINT "trusted_devices_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_security_policies" ADD CONSTRAINT "tenant_security_policies_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_branding" ADD CONSTRAINT "tenant_branding_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
