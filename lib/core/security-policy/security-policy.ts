export type LoginOtp = "never" | "untrusted_device" | "always";

/** Methods that may be allowed as a second factor, weakest first. */
export const allowedFactors = ["email_otp", "totp", "passkey"] as const;
export type AllowedFactor = (typeof allowedFactors)[number];

/** A tenant's security policy in force. Durations name their unit. */
export interface SecurityPolicy {
  idleTimeoutMinutes: number;
  absoluteTimeoutMinutes: number;
  loginOtp: LoginOtp;
  trustedDeviceDays: number;
  trustedDeviceEmail: boolean;
  /** The tenant's own lockout, on top of the platform brake; null is off. */
  lockout: { threshold: number; windowMinutes: number; durationMinutes: number } | null;
  passwordMinLength: number;
  stepUpMaxAgeSeconds: number;
  /** Factors that count; at least one. */
  allowedFactors: readonly AllowedFactor[];
  /** Whether a code by email completes the sign-in of a user who has a factor of their own. It never
   *  changes a factor. */
  emailOtpBesideFactors: boolean;
  /** Days for which a user who has none of them signs in by email, counted from the first sign-in that
   *  required one. */
  factorGraceDays: number;
  /** Whether the tenant's administrators need a passkey or an authenticator app to use the dashboard. */
  administratorsRequireFactor: boolean;
}

/** A tenant's explicit overrides; null follows the platform. */
export interface PolicyOverrides {
  idleTimeoutMinutes: number | null;
  absoluteTimeoutMinutes: number | null;
  loginOtp: LoginOtp | null;
  trustedDeviceDays: number | null;
  trustedDeviceEmail: boolean | null;
  lockoutThreshold: number | null;
  lockoutWindowMinutes: number | null;
  lockoutDurationMinutes: number | null;
  passwordMinLength: number | null;
  stepUpMaxAgeSeconds: number | null;
  allowedFactors: readonly AllowedFactor[] | null;
  emailOtpBesideFactors: boolean | null;
  factorGraceDays: number | null;
  administratorsRequireFactor: boolean | null;
}

/** The platform's defaults of a new installation. Operators change them: `readPolicyDefaults` returns
 *  those in force. */
export const platformPolicy: SecurityPolicy = {
  idleTimeoutMinutes: 30,
  absoluteTimeoutMinutes: 720,
  loginOtp: "untrusted_device",
  trustedDeviceDays: 30,
  trustedDeviceEmail: true,
  lockout: null,
  passwordMinLength: 8,
  stepUpMaxAgeSeconds: 300,
  allowedFactors,
  emailOtpBesideFactors: false,
  factorGraceDays: 14,
  administratorsRequireFactor: false,
};

/** Maximum days for which a tenant may trust a device (spec, Limits). */
const TRUSTED_DEVICE_CEILING_DAYS = 90;

/** Returns the policy in force: each override if there is one, otherwise the live platform default. */
export function resolvePolicy(
  overrides: PolicyOverrides | null,
  defaults: SecurityPolicy,
): SecurityPolicy {
  const o = overrides;
  const lockout =
    o?.lockoutThreshold && o.lockoutWindowMinutes && o.lockoutDurationMinutes
      ? {
          threshold: o.lockoutThreshold,
          windowMinutes: o.lockoutWindowMinutes,
          durationMinutes: o.lockoutDurationMinutes,
        }
      : defaults.lockout;
  return {
    idleTimeoutMinutes: o?.idleTimeoutMinutes ?? defaults.idleTimeoutMinutes,
    absoluteTimeoutMinutes: o?.absoluteTimeoutMinutes ?? defaults.absoluteTimeoutMinutes,
    loginOtp: o?.loginOtp ?? defaults.loginOtp,
    trustedDeviceDays: Math.min(
      o?.trustedDeviceDays ?? defaults.trustedDeviceDays,
      TRUSTED_DEVICE_CEILING_DAYS,
    ),
    trustedDeviceEmail: o?.trustedDeviceEmail ?? defaults.trustedDeviceEmail,
    lockout,
    passwordMinLength: o?.passwordMinLength ?? defaults.passwordMinLength,
    stepUpMaxAgeSeconds: o?.stepUpMaxAgeSeconds ?? defaults.stepUpMaxAgeSeconds,
    allowedFactors: o?.allowedFactors ?? defaults.allowedFactors,
    emailOtpBesideFactors: o?.emailOtpBesideFactors ?? defaults.emailOtpBesideFactors,
    factorGraceDays: o?.factorGraceDays ?? defaults.factorGraceDays,
    administratorsRequireFactor:
      o?.administratorsRequireFactor ?? defaults.administratorsRequireFactor,
  };
}
