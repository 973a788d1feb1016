import {
  type PolicyOverrides,
  platformPolicy,
  resolvePolicy,
  type SecurityPolicy,
} from "@/lib/core/security-policy/security-policy";
import {
  identifier,
  lock,
  type Queryable,
  read,
  type Sql,
  sql,
  write,
} from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** A tenant's policy as it is stored: its overrides, and the platform's live defaults. */
export interface StoredPolicy {
  /** Null when the tenant never overrode anything. */
  overrides: PolicyOverrides | null;
  defaults: SecurityPolicy;
}

/** The columns of a policy as one JSON value under the names of `PolicyOverrides`.
 *  @param table the alias of `tenant_security_policies` or of `platform_security_defaults` */
function fieldsOf(table: "p" | "d"): Sql {
  const t = identifier(table);
  return sql`json_build_object(
    'idleTimeoutMinutes', ${t}.idle_timeout_minutes, 'absoluteTimeoutMinutes', ${t}.absolute_timeout_minutes,
    'loginOtp', ${t}.login_otp, 'trustedDeviceDays', ${t}.trusted_device_days,
    'trustedDeviceEmail', ${t}.trusted_device_email, 'lockoutThreshold', ${t}.lockout_threshold,
    'lockoutWindowMinutes', ${t}.lockout_window_minutes, 'lockoutDurationMinutes', ${t}.lockout_duration_minutes,
    'passwordMinLength', ${t}.password_min_length, 'stepUpMaxAgeSeconds', ${t}.step_up_max_age_seconds,
    'allowedFactors', ${t}.allowed_factors,
    'emailOtpBesideFactors', ${t}.email_otp_beside_factors, 'factorGraceDays', ${t}.factor_grace_days,
    'administratorsRequireFactor', ${t}.administrators_require_factor)`;
}

const [OVERRIDES, DEFAULTS] = [fieldsOf("p"), fieldsOf("d")];

/** Returns the tenant's policy in force at this request. */
export async function readSecurityPolicy(db: Queryable): Promise<SecurityPolicy> {
  const { overrides, defaults } = await readStoredPolicy(db);
  return resolvePolicy(overrides, defaults);
}

/** Returns the tenant's overrides and the platform's present defaults separately. */
export async function readStoredPolicy(db: Queryable): Promise<StoredPolicy> {
  type Row = { overrides: PolicyOverrides | null; defaults: PolicyOverrides };
  const stored = await db.first(read<Row>`
    SELECT ${DEFAULTS} AS defaults, CASE WHEN p.tenant_id IS NOT NULL THEN ${OVERRIDES} END AS overrides
    FROM platform_security_defaults d
    LEFT JOIN tenant_security_policies p ON p.tenant_id = ${db.tenantId}::uuid`);
  return { overrides: stored?.overrides ?? null, defaults: defaultsOf(stored) };
}

/** Returns the present policy of a tenant that overrides nothing. */
export async function readPolicyDefaults(): Promise<SecurityPolicy> {
  return defaultsOf(
    await unscoped.first(read<{ defaults: PolicyOverrides }>`
      SELECT ${DEFAULTS} AS defaults FROM platform_security_defaults d`),
  );
}

/** Returns the defaults, and locks them until this transaction ends, so that two changes are serialized. */
export async function lockPolicyDefaults(db: Queryable): Promise<SecurityPolicy> {
  return defaultsOf(
    await db.first(lock<{ defaults: PolicyOverrides }>`
      SELECT ${DEFAULTS} AS defaults FROM platform_security_defaults d FOR UPDATE`),
  );
}

/** Changes the platform's defaults; the database allows it in the platform's own transaction only. */
export async function updatePolicyDefaults(db: Queryable, policy: SecurityPolicy): Promise<void> {
  const { lockout } = policy;
  await db.execute(write`
    UPDATE platform_security_defaults
    SET idle_timeout_minutes = ${policy.idleTimeoutMinutes}, absolute_timeout_minutes = ${policy.absoluteTimeoutMinutes},
        login_otp = ${policy.loginOtp}::login_otp, trusted_device_days = ${policy.trustedDeviceDays},
        trusted_device_email = ${policy.trustedDeviceEmail}, lockout_threshold = ${lockout?.threshold ?? null}::int,
        lockout_window_minutes = ${lockout?.windowMinutes ?? null}::int,
        lockout_duration_minutes = ${lockout?.durationMinutes ?? null}::int,
        password_min_length = ${policy.passwordMinLength}, step_up_max_age_seconds = ${policy.stepUpMaxAgeSeconds},
        allowed_factors = ${[...policy.allowedFactors]}::text[],
        email_otp_beside_factors = ${policy.emailOtpBesideFactors}::boolean, factor_grace_days = ${policy.factorGraceDays}::int,
        administrators_require_factor = ${policy.administratorsRequireFactor}::boolean,
        updated_at = now()
    WHERE id = 1`);
}

function defaultsOf(row: { defaults: PolicyOverrides } | null): SecurityPolicy {
  return resolvePolicy(row?.defaults ?? null, platformPolicy);
}
