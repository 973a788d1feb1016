-- outside-transaction
-- No key of a row ever changes, so a foreign key has nothing to pass on: ON UPDATE CASCADE becomes ON UPDATE NO ACTION. A key is
-- exchanged in one statement, which reads no row: new rows are held to the new key, and the old one held for those that are there.
-- The next migration checks them, which blocks no other statement.

ALTER TABLE "active_user_days"
  DROP CONSTRAINT IF EXISTS "active_user_days_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "active_user_days_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "active_users"
  DROP CONSTRAINT IF EXISTS "active_users_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "active_users_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "apps"
  DROP CONSTRAINT IF EXISTS "apps_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "apps_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "credential_secrets"
  DROP CONSTRAINT IF EXISTS "credential_secrets_tenant_id_credential_id_fkey",
  ADD CONSTRAINT "credential_secrets_tenant_id_credential_id_fkey" FOREIGN KEY ("tenant_id", "credential_id") REFERENCES "credentials"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "credentials"
  DROP CONSTRAINT IF EXISTS "credentials_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "credentials_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "enrolment_tokens"
  DROP CONSTRAINT IF EXISTS "enrolment_tokens_tenant_id_environment_id_app_id_fkey",
  DROP CONSTRAINT IF EXISTS "enrolment_tokens_tenant_id_environment_id_organization_id_fkey",
  ADD CONSTRAINT "enrolment_tokens_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "enrolment_tokens_tenant_id_environment_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "entitlement_overrides"
  DROP CONSTRAINT IF EXISTS "entitlement_overrides_tenant_id_environment_id_organizatio_fkey",
  ADD CONSTRAINT "entitlement_overrides_tenant_id_environment_id_organizatio_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "entitlement_policies"
  DROP CONSTRAINT IF EXISTS "entitlement_policies_tenant_id_environment_id_fkey",
  DROP CONSTRAINT IF EXISTS "entitlement_policies_tenant_id_environment_id_default_pack_fkey",
  ADD CONSTRAINT "entitlement_policies_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "entitlement_policies_tenant_id_environment_id_default_pack_fkey" FOREIGN KEY ("tenant_id", "environment_id", "default_package_id") REFERENCES "packages"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "environments"
  DROP CONSTRAINT IF EXISTS "environments_tenant_id_fkey",
  ADD CONSTRAINT "environments_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "event_counts"
  DROP CONSTRAINT IF EXISTS "event_counts_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "event_counts_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "exchanged_tokens"
  DROP CONSTRAINT IF EXISTS "exchanged_tokens_tenant_id_environment_id_source_id_fkey",
  ADD CONSTRAINT "exchanged_tokens_tenant_id_environment_id_source_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "source_id") REFERENCES "identity_sources"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "external_principals"
  DROP CONSTRAINT IF EXISTS "external_principals_tenant_id_environment_id_source_id_fkey",
  ADD CONSTRAINT "external_principals_tenant_id_environment_id_source_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "source_id") REFERENCES "identity_sources"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "factors"
  DROP CONSTRAINT IF EXISTS "factors_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "factors_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "identity_bindings"
  DROP CONSTRAINT IF EXISTS "identity_bindings_tenant_id_environment_id_principal_id_fkey",
  DROP CONSTRAINT IF EXISTS "identity_bindings_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "identity_bindings_tenant_id_environment_id_principal_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "principal_id") REFERENCES "external_principals"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "identity_bindings_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "identity_sources"
  DROP CONSTRAINT IF EXISTS "identity_sources_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "identity_sources_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "installation_campaign_members"
  DROP CONSTRAINT IF EXISTS "installation_campaign_members_tenant_id_environment_id_cam_fkey",
  DROP CONSTRAINT IF EXISTS "installation_campaign_members_tenant_id_environment_id_ins_fkey",
  ADD CONSTRAINT "installation_campaign_members_tenant_id_environment_id_cam_fkey" FOREIGN KEY ("tenant_id", "environment_id", "campaign_id") REFERENCES "installation_campaigns"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "installation_campaign_members_tenant_id_environment_id_ins_fkey" FOREIGN KEY ("tenant_id", "environment_id", "installation_id") REFERENCES "installations"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "installation_campaigns"
  DROP CONSTRAINT IF EXISTS "installation_campaigns_tenant_id_environment_id_fkey",
  DROP CONSTRAINT IF EXISTS "installation_campaigns_tenant_id_environment_id_selector_a_fkey",
  DROP CONSTRAINT IF EXISTS "installation_campaigns_tenant_id_environment_id_selector_o_fkey",
  ADD CONSTRAINT "installation_campaigns_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "installation_campaigns_tenant_id_environment_id_selector_a_fkey" FOREIGN KEY ("tenant_id", "environment_id", "selector_app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "installation_campaigns_tenant_id_environment_id_selector_o_fkey" FOREIGN KEY ("tenant_id", "environment_id", "selector_organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "installations"
  DROP CONSTRAINT IF EXISTS "installations_tenant_id_environment_id_app_id_fkey",
  DROP CONSTRAINT IF EXISTS "installations_tenant_id_environment_id_organization_id_fkey",
  DROP CONSTRAINT IF EXISTS "installations_tenant_id_environment_id_enrolment_token_id_fkey",
  ADD CONSTRAINT "installations_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "installations_tenant_id_environment_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "installations_tenant_id_environment_id_enrolment_token_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "enrolment_token_id") REFERENCES "enrolment_tokens"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "login_codes"
  DROP CONSTRAINT IF EXISTS "login_codes_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "login_codes_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "logout_attempts"
  DROP CONSTRAINT IF EXISTS "logout_attempts_tenant_id_delivery_id_fkey",
  ADD CONSTRAINT "logout_attempts_tenant_id_delivery_id_fkey" FOREIGN KEY ("tenant_id", "delivery_id") REFERENCES "logout_deliveries"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "logout_deliveries"
  DROP CONSTRAINT IF EXISTS "logout_deliveries_tenant_id_environment_id_oidc_client_id_fkey",
  ADD CONSTRAINT "logout_deliveries_tenant_id_environment_id_oidc_client_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "mail_messages"
  DROP CONSTRAINT IF EXISTS "mail_messages_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "mail_messages_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "memberships"
  DROP CONSTRAINT IF EXISTS "memberships_tenant_id_environment_id_organization_id_fkey",
  DROP CONSTRAINT IF EXISTS "memberships_tenant_id_environment_id_user_id_fkey",
  DROP CONSTRAINT IF EXISTS "memberships_tenant_id_environment_id_role_id_fkey",
  ADD CONSTRAINT "memberships_tenant_id_environment_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_id") REFERENCES "workspaces"("tenant_id", "environment_id", "organization_id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "memberships_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "memberships_tenant_id_environment_id_role_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "role_id") REFERENCES "roles"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "oidc_client_secrets"
  DROP CONSTRAINT IF EXISTS "oidc_client_secrets_tenant_id_oidc_client_id_fkey",
  ADD CONSTRAINT "oidc_client_secrets_tenant_id_oidc_client_id_fkey" FOREIGN KEY ("tenant_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "oidc_clients"
  DROP CONSTRAINT IF EXISTS "oidc_clients_tenant_id_environment_id_fkey",
  DROP CONSTRAINT IF EXISTS "oidc_clients_tenant_id_environment_id_app_id_fkey",
  ADD CONSTRAINT "oidc_clients_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "oidc_clients_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "oidc_payloads"
  DROP CONSTRAINT IF EXISTS "oidc_payloads_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "oidc_payloads_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "one_time_secrets"
  DROP CONSTRAINT IF EXISTS "one_time_secrets_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "one_time_secrets_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "operator_tokens"
  DROP CONSTRAINT IF EXISTS "operator_tokens_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "operator_tokens_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "operators"
  DROP CONSTRAINT IF EXISTS "operators_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "operators_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "organization_types"
  DROP CONSTRAINT IF EXISTS "organization_types_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "organization_types_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "organizations"
  DROP CONSTRAINT IF EXISTS "organizations_tenant_id_fkey",
  ADD CONSTRAINT "organizations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "package_apps"
  DROP CONSTRAINT IF EXISTS "package_apps_tenant_id_environment_id_package_id_fkey",
  DROP CONSTRAINT IF EXISTS "package_apps_tenant_id_environment_id_app_id_fkey",
  ADD CONSTRAINT "package_apps_tenant_id_environment_id_package_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "package_id") REFERENCES "packages"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "package_apps_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "packages"
  DROP CONSTRAINT IF EXISTS "packages_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "packages_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "recovery_codes"
  DROP CONSTRAINT IF EXISTS "recovery_codes_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "recovery_codes_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "refused_authorizations"
  DROP CONSTRAINT IF EXISTS "refused_authorizations_tenant_id_environment_id_oidc_clien_fkey",
  ADD CONSTRAINT "refused_authorizations_tenant_id_environment_id_oidc_clien_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "role_apps"
  DROP CONSTRAINT IF EXISTS "role_apps_tenant_id_environment_id_role_id_fkey",
  DROP CONSTRAINT IF EXISTS "role_apps_tenant_id_environment_id_app_id_fkey",
  ADD CONSTRAINT "role_apps_tenant_id_environment_id_role_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "role_id") REFERENCES "roles"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "role_apps_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "roles"
  DROP CONSTRAINT IF EXISTS "roles_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "roles_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "session_clients"
  DROP CONSTRAINT IF EXISTS "session_clients_tenant_id_environment_id_oidc_client_id_fkey",
  ADD CONSTRAINT "session_clients_tenant_id_environment_id_oidc_client_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "oidc_client_id") REFERENCES "oidc_clients"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "sessions"
  DROP CONSTRAINT IF EXISTS "sessions_tenant_id_environment_id_user_id_fkey",
  DROP CONSTRAINT IF EXISTS "sessions_tenant_id_environment_id_app_id_fkey",
  ADD CONSTRAINT "sessions_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "sessions_tenant_id_environment_id_app_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "app_id") REFERENCES "apps"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "spent_ceremonies"
  DROP CONSTRAINT IF EXISTS "spent_ceremonies_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "spent_ceremonies_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "tenant_branding"
  DROP CONSTRAINT IF EXISTS "tenant_branding_tenant_id_fkey",
  ADD CONSTRAINT "tenant_branding_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "tenant_secrets"
  DROP CONSTRAINT IF EXISTS "tenant_secrets_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "tenant_secrets_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "tenant_security_policies"
  DROP CONSTRAINT IF EXISTS "tenant_security_policies_tenant_id_fkey",
  ADD CONSTRAINT "tenant_security_policies_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "trusted_devices"
  DROP CONSTRAINT IF EXISTS "trusted_devices_tenant_id_environment_id_user_id_fkey",
  ADD CONSTRAINT "trusted_devices_tenant_id_environment_id_user_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "user_id") REFERENCES "users"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "users"
  DROP CONSTRAINT IF EXISTS "users_tenant_id_environment_id_fkey",
  ADD CONSTRAINT "users_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;

ALTER TABLE "workspaces"
  DROP CONSTRAINT IF EXISTS "workspaces_tenant_id_environment_id_fkey",
  DROP CONSTRAINT IF EXISTS "workspaces_tenant_id_organization_id_fkey",
  DROP CONSTRAINT IF EXISTS "workspaces_tenant_id_environment_id_organization_type_id_fkey",
  DROP CONSTRAINT IF EXISTS "workspaces_tenant_id_environment_id_package_id_fkey",
  ADD CONSTRAINT "workspaces_tenant_id_environment_id_fkey" FOREIGN KEY ("tenant_id", "environment_id") REFERENCES "environments"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "workspaces_tenant_id_organization_id_fkey" FOREIGN KEY ("tenant_id", "organization_id") REFERENCES "organizations"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "workspaces_tenant_id_environment_id_organization_type_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "organization_type_id") REFERENCES "organization_types"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID,
  ADD CONSTRAINT "workspaces_tenant_id_environment_id_package_id_fkey" FOREIGN KEY ("tenant_id", "environment_id", "package_id") REFERENCES "packages"("tenant_id", "environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION NOT VALID;
