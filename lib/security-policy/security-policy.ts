export type LoginOtp = "never" | "untrusted_device" | "always";

/** A tenant's security policy as it is in force. Durations carry their unit. */
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
}

/** What a tenant overrode on purpose; null follows the platform. */
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
}

/** The platform's defaults of a new installation. Operators change them: what is in force now is
 *  `readPolicyDefaults`. */
export const platformPolicy: SecurityPolicy = {
  idleTimeoutMinutes: 30,
  absoluteTimeoutMinutes: 720,
  loginOtp: "untrusted_device",
  trustedDeviceDays: 30,
  trustedDeviceEmail: true,
  lockout: null,
  passwordMinLength: 8,
  stepUpMaxAgeSeconds: 300,
};

/** No tenant may trust a device for longer (spec, Limits). */
const TRUSTED_DEVICE_CEILING_DAYS = 90;

/** The policy in force: each override where there is one, the live platform default where there is none. */
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
  };
}
