// Every table of a tenant comes along in an archive, or stays behind for a reason (tests/invariants/archive-tables.test.ts).
// docs/decisions/031-a-tenant-as-an-archive.md says why.

/** A table whose rows come along. */
export interface CarriedTable {
  table: string;
  /** A column that is sealed with the keys of its installation: opened into the archive, and sealed anew from it. */
  sealed?: SealedColumn;
  /** Columns whose values mean something in their own database only. They are null where they arrive. */
  without?: readonly string[];
}

export interface SealedColumn {
  column: string;
  /** What `seal` is told, as `atrium_sealed_kinds` says it. */
  purpose: string;
  /** What a value is bound to: this column of its row. */
  context: string;
}

/** In this order: no row comes before one that it points to. */
export const carriedTables: readonly CarriedTable[] = [
  // The operator's word is the operator's who gave it.
  { table: "tenants", without: ["hosted_passkeys_at"] },
  { table: "environments" },
  // Before the events, of which the first partition notes those that products pushed.
  { table: "ingested_events" },
  // A transaction of another database: what it wrote is counted, and `event_counts` comes along.
  { table: "audit_events", without: ["written_in"] },
  { table: "event_counts" },
  { table: "active_users" },
  { table: "active_user_days" },
  { table: "tenant_security_policies" },
  { table: "tenant_branding" },
  { table: "tenant_retention" },
  { table: "tenant_secrets" },
  { table: "credentials" },
  { table: "credential_secrets" },
  { table: "organization_types" },
  { table: "apps" },
  { table: "roles" },
  { table: "role_apps" },
  { table: "packages" },
  { table: "package_apps" },
  { table: "entitlement_policies" },
  { table: "organizations" },
  { table: "workspaces" },
  { table: "entitlement_overrides" },
  { table: "users" },
  {
    table: "factors",
    sealed: { column: "sealed_secret", purpose: "totp-secret", context: "id" },
  },
  { table: "memberships" },
  { table: "erasures" },
  { table: "previous_systems" },
  {
    table: "previous_system_secrets",
    sealed: { column: "sealed_secret", purpose: "previous-system-secret", context: "id" },
  },
  { table: "oidc_clients" },
  { table: "oidc_client_secrets" },
  { table: "identity_sources" },
  { table: "external_principals" },
  { table: "identity_bindings" },
  // What was spent stays spent: the tokens and proofs behind these were not made by an installation.
  { table: "exchanged_tokens" },
  { table: "used_proofs" },
  { table: "enrolment_tokens" },
  { table: "installations" },
  { table: "installation_campaigns" },
  { table: "installation_campaign_members" },
];

/** Tables whose rows stay behind, by the reason. */
export const leftBehind: Readonly<Record<string, readonly string[]>> = {
  "Sessions and what belongs to them are an installation's: everybody signs in again.": [
    ...["sessions", "session_clients", "oidc_payloads", "revoked_tokens", "trusted_devices"],
    ...["logout_deliveries", "logout_attempts"],
  ],
  "What works once or for minutes is asked for again.": [
    ...["one_time_secrets", "login_codes", "device_authorizations"],
  ],
  "A recovery code is stored under a key of its installation: users make new ones.": [
    "recovery_codes",
  ],
  "A ceremony's token is sealed by its installation, and opens nowhere else.": ["spent_ceremonies"],
  "What waits to be done is done where it was asked for.": [
    ...["mail_messages", "user_imports", "user_import_lines", "user_import_problems"],
  ],
  "Why a relying party was refused is kept for a few days, for whoever looks there.": [
    "refused_authorizations",
  ],
  "A log is an installation's, which signs it: another one begins its own, over the same events.": [
    ...["audit_logs", "audit_log_entries", "audit_log_hashes", "audit_log_tiles"],
    ...["audit_witness_notes", "audit_auditors"],
  ],
  "A stream of signals is an installation's: its receiver makes it where it polls.": [
    ...["signal_streams", "signals", "signal_removals", "signal_changes", "former_addresses"],
  ],
  "Who administers and who operates are users of the installation itself.": [
    ...["administrators", "operators", "operator_tokens"],
  ],
};
