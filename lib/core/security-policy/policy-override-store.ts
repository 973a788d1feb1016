import type { PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import { lock, type Queryable, write } from "@/lib/kernel/db/queryable";

/** Returns the tenant's overrides, and serializes changes of them until this transaction ends. */
export async function lockPolicyOverrides(db: Queryable): Promise<PolicyOverrides> {
  const [, overrides] = await Promise.all([
    db.execute(lock`
      INSERT INTO tenant_security_policies (tenant_id) VALUES (${db.tenantId}::uuid) ON CONFLICT DO NOTHING`),
    db.first(lock<PolicyOverrides>`
      SELECT idle_timeout_minutes, absolute_timeout_minutes, login_otp, trusted_device_days, trusted_device_email,
        lockout_threshold, lockout_window_minutes, lockout_duration_minutes, password_min_length, step_up_max_age_seconds,
        allowed_factors, email_otp_beside_factors, factor_grace_days, administrators_require_factor
      FROM tenant_security_policies WHERE tenant_id = ${db.tenantId}::uuid FOR UPDATE`),
  ]);
  if (!overrides) throw new Error("unreachable: the row is there or was added just now");
  return overrides;
}

/** Stores the tenant's overrides; a field that is null follows the platform. */
export async function writePolicyOverrides(
  db: Queryable,
  overrides: PolicyOverrides,
): Promise<void> {
  const o = overrides;
  await db.execute(write`
    UPDATE tenant_security_policies
    SET idle_timeout_minutes = ${o.idleTimeoutMinutes}, absolute_timeout_minutes = ${o.absoluteTimeoutMinutes},
        login_otp = ${o.loginOtp}::login_otp, trusted_device_days = ${o.trustedDeviceDays},
        trusted_device_email = ${o.trustedDeviceEmail}, lockout_threshold = ${o.lockoutThreshold},
        lockout_window_minutes = ${o.lockoutWindowMinutes}, lockout_duration_minutes = ${o.lockoutDurationMinutes},
        password_min_length = ${o.passwordMinLength}, step_up_max_age_seconds = ${o.stepUpMaxAgeSeconds},
        allowed_factors = ${o.allowedFactors && [...o.allowedFactors]}::text[],
        email_otp_beside_factors = ${o.emailOtpBesideFactors}::boolean,
        factor_grace_days = ${o.factorGraceDays}::int,
        administrators_require_factor = ${o.administratorsRequireFactor}::boolean,
        updated_at = now()
    WHERE tenant_id = ${db.tenantId}::uuid`);
}
