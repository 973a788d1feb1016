import type { TenantScope } from "@/lib/caller";
import {
  atOnce,
  beforeTenant,
  type PreparedSql,
  Prisma,
  runIn,
  type TenantTransaction,
} from "@/lib/db";
import {
  type PolicyOverrides,
  platformPolicy,
  resolvePolicy,
  type SecurityPolicy,
} from "@/lib/tenants/security-policy";

/** The fields of a policy as one JSON value under their names here.
 *  @param table the alias of `tenant_security_policies` or of `platform_security_defaults` */
export function policyJson(table: "p" | "d"): Prisma.Sql {
  const t = Prisma.raw(table);
  return Prisma.sql`json_build_object(
    'idleTimeoutMinutes', ${t}.idle_timeout_minutes, 'absoluteTimeoutMinutes', ${t}.absolute_timeout_minutes,
    'loginOtp', ${t}.login_otp, 'trustedDeviceDays', ${t}.trusted_device_days,
    'trustedDeviceEmail', ${t}.trusted_device_email, 'lockoutThreshold', ${t}.lockout_threshold,
    'lockoutWindowMinutes', ${t}.lockout_window_minutes, 'lockoutDurationMinutes', ${t}.lockout_duration_minutes,
    'passwordMinLength', ${t}.password_min_length, 'stepUpMaxAgeSeconds', ${t}.step_up_max_age_seconds)`;
}

/** The platform's default in SQL, for comparing without reading a policy first. */
export const defaultAbsoluteMinutes = Prisma.sql`(SELECT absolute_timeout_minutes FROM platform_security_defaults)`;

/** A tenant's policy as it is stored: what it overrides, beside the platform's live defaults. */
export interface StoredPolicy {
  /** Null where the tenant never overrode anything. */
  overrides: PolicyOverrides | null;
  defaults: SecurityPolicy;
}

/** A row of `storedPolicy`. */
export interface StoredPolicyRow {
  overrides: PolicyOverrides | null;
  defaults: PolicyOverrides;
}

/** The tenant's overrides and the platform's defaults of this moment, in one statement. */
export function storedPolicy({
  tenantId,
}: Pick<TenantScope, "tenantId">): PreparedSql<StoredPolicyRow> {
  const sql = Prisma.sql`
    SELECT ${policyJson("d")} AS defaults, CASE WHEN p.tenant_id IS NOT NULL THEN ${policyJson("p")} END AS overrides
    FROM platform_security_defaults d
    LEFT JOIN tenant_security_policies p ON p.tenant_id = ${tenantId}::uuid`;
  return { name: "stored-policy", sql };
}

/** The tenant's overrides and the platform's defaults of this moment. */
export async function readStoredPolicy(transaction: TenantTransaction): Promise<StoredPolicy> {
  const [stored] = await runIn(transaction, storedPolicy(transaction));
  return {
    overrides: stored?.overrides ?? null,
    defaults: resolvePolicy(stored?.defaults ?? null, platformPolicy),
  };
}

/** The policy in force by what is stored. */
export function policyOf(row: StoredPolicyRow | undefined): SecurityPolicy {
  const defaults = resolvePolicy(row?.defaults ?? null, platformPolicy);
  return resolvePolicy(row?.overrides ?? null, defaults);
}

/** The tenant's policy as it is in force at this request. */
export async function readSecurityPolicy(transaction: TenantTransaction): Promise<SecurityPolicy> {
  const [row] = await runIn(transaction, storedPolicy(transaction));
  return policyOf(row);
}

/** The same in one round trip, for those who read nothing else of the tenant. */
export async function readSecurityPolicyAtOnce(scope: TenantScope): Promise<SecurityPolicy> {
  const [[row]] = await atOnce(scope, [storedPolicy(scope)]);
  return policyOf(row);
}

/** What a tenant that overrides nothing has at this moment. */
export async function readPolicyDefaults(): Promise<SecurityPolicy> {
  const rows = await beforeTenant.$queryRaw<{ defaults: PolicyOverrides }[]>`
    SELECT ${policyJson("d")} AS defaults FROM platform_security_defaults d`;
  return resolvePolicy(rows[0]?.defaults ?? null, platformPolicy);
}

/** Changes the platform's defaults; the database takes it from the platform's own transaction only. */
export async function updatePolicyDefaults(
  { sql }: TenantTransaction,
  policy: SecurityPolicy,
): Promise<void> {
  const { lockout, ...fields } = policy;
  await sql.platformSecurityDefaults.update({
    where: { id: 1 },
    data: {
      ...fields,
      lockoutThreshold: lockout?.threshold ?? null,
      lockoutWindowMinutes: lockout?.windowMinutes ?? null,
      lockoutDurationMinutes: lockout?.durationMinutes ?? null,
    },
  });
}

/** The defaults, held until this transaction ends: of two changes the second sees the first. */
export async function lockPolicyDefaults({ sql }: TenantTransaction): Promise<SecurityPolicy> {
  const rows = await sql.$queryRaw<{ defaults: PolicyOverrides }[]>`
    SELECT ${policyJson("d")} AS defaults FROM platform_security_defaults d FOR UPDATE`;
  return resolvePolicy(rows[0]?.defaults ?? null, platformPolicy);
}
