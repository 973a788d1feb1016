// Every table with rows of a tenant is either carried in an archive or left behind for a stated reason
// (tests/invariants/archive-tables.test.ts). docs/decisions/031-a-tenant-as-an-archive.md explains why.

/** A table whose rows an archive carries. */
export interface CarriedTable {
  table: string;
  /** Column sealed with the keys of its installation: opened when the archive is written, sealed with the
   *  new installation's keys when it is restored. */
  sealed?: SealedColumn;
  /** Columns whose values have a meaning in their own database only. They are null after a restore. */
  without?: readonly string[];
}

export interface SealedColumn {
  column: string;
  /** Purpose passed to `seal`, as listed by `atrium_sealed_kinds`. */
  purpose: string;
  /** Column of the same row whose value the sealed value is bound to. */
  context: string;
}

/** In this order no row comes before one that it references. */
export const carriedTables: readonly CarriedTable[] = [
  // This consent was recorded by the operator of the other installation.
  { table: "tenants", without: ["hosted_passkeys_at"] },
  { table: "environments" },
  // Before the events: their first partition records which of them products pushed.
  { table: "ingested_events" },
  // A transaction id of another database. Its events are counted already, and `event_counts` is carried.
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
  // Spent tokens and proofs stay spent: they were issued by others, not by an installation.
  { table: "exchanged_tokens" },
  { table: "used_proofs" },
  { table: "enrolment_tokens" },
  { table: "installations" },
  { table: "installation_campaigns" },
  { table: "installation_campaign_members" },
];

/** Tables whose rows are left behind, by reason. */
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
