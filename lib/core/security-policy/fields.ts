import { choice, flag, several, whole, wholeOrOff } from "@/lib/core/security-policy/field-kinds";

/** Groups of the dashboard's page of a policy, each with its cards. The dashboard's texts have these keys. */
const settings = {
  sessions: ["idle-timeout", "absolute-timeout", "step-up"],
  codes: [
    ...(["login-otp", "allowed-factors", "email-beside-factors", "factor-grace"] as const),
    ...(["trusted-device", "trusted-device-email"] as const),
  ],
  passwords: ["password-length", "lockout"],
  administrators: ["administrators-factor"],
} as const;

export type PolicySetting = (typeof settings)[keyof typeof settings][number];

/** The groups in the order of the page. */
export const policyGroups = Object.entries(settings) as [
  keyof typeof settings,
  readonly PolicySetting[],
][];

/** Methods that may be allowed as a second factor, weakest first. */
const allowedFactors = ["email_otp", "totp", "passkey"] as const;

/** Every field of a security policy, in the order of the API. The name in snake_case is its wire name and its
 *  column in `tenant_security_policies` and `platform_security_defaults`; the dashboard labels it with the
 *  text `policy.label.<name>`. Types, schemas, statements, forms and configuration files are made from this
 *  table. `default` is the platform's in a new installation, which operators change: `readPolicyDefaults`
 *  returns those in force. */
export const policyFields = {
  idleTimeoutMinutes: whole({
    ...{ least: 15, most: 525_600, unit: "minutes", default: 30, setting: "idle-timeout" },
    description: "After how many minutes without activity a session ends.",
    userDescription: "Minutes without activity after which a session ends.",
  }),
  absoluteTimeoutMinutes: whole({
    ...{ least: 15, most: 525_600, unit: "minutes", default: 720, setting: "absolute-timeout" },
    description: "How many minutes after the sign-in a session ends, whatever its activity.",
    userDescription: "Minutes after the sign-in at which a session ends, whatever its activity.",
  }),
  loginOtp: choice(["never", "untrusted_device", "always"], {
    ...{ default: "untrusted_device", setting: "login-otp" },
    description: "When a sign-in asks for a second factor.",
    userDescription:
      "When a second factor is asked for: `never`, on an `untrusted_device`, or `always`. The name is older than the other factors.",
  }),
  trustedDeviceDays: whole({
    // At most 90 (spec, Limits).
    ...{ least: 0, most: 90, unit: "days", default: 30, setting: "trusted-device" },
    description: "For how many days a browser that proved a second factor is trusted.",
    userDescription: "For how many days a device is trusted.",
  }),
  trustedDeviceEmail: flag({
    ...{ default: true, setting: "trusted-device-email" },
    description: "Whether users are told by email of a new trusted device.",
    userDescription: "Whether users are told by email of a device that becomes trusted.",
  }),
  lockoutThreshold: wholeOrOff({
    ...{ least: 1, most: 100, unit: "failures", setting: "lockout" },
    description:
      "How many failures lock an account, beside the platform's brake, which always holds. The three lockout fields are all set or all null.",
  }),
  lockoutWindowMinutes: wholeOrOff({
    ...{ least: 1, most: 1440, unit: "minutes", setting: "lockout" },
    description: "The time in which failures count toward a lockout.",
  }),
  lockoutDurationMinutes: wholeOrOff({
    ...{ least: 1, most: 1440, unit: "minutes", setting: "lockout" },
    description: "The time for which a lockout lasts.",
  }),
  passwordMinLength: whole({
    ...{ least: 8, most: 128, unit: "characters", default: 8, setting: "password-length" },
    description: "How long a new password is at the least.",
    userDescription: "The least number of characters of a new password.",
  }),
  stepUpMaxAgeSeconds: whole({
    ...{ least: 30, most: 86_400, unit: "seconds", default: 300, setting: "step-up" },
    description: "How old a proof of who somebody is may be when they do something dangerous.",
    userDescription: "Seconds for which a proof counts as fresh, where a fresh proof is needed.",
  }),
  allowedFactors: several(allowedFactors, {
    setting: "allowed-factors",
    description:
      "What counts as a second factor; at least one. With `passkey` alone, nobody signs in through the API of an environment without a relying party.",
    userDescription: "The second factors that count.",
  }),
  emailOtpBesideFactors: flag({
    ...{ default: false, setting: "email-beside-factors" },
    description:
      "Whether a code by email completes the sign-in of a user who has a factor of their own. Such a sign-in changes no factor.",
    userDescription:
      "Whether a code by email completes the sign-in of a user who has a factor of their own.",
  }),
  factorGraceDays: whole({
    ...{ least: 0, most: 90, unit: "days", default: 14, setting: "factor-grace" },
    description:
      "For how many days a user who has no allowed factor signs in by email, from the first sign-in that asked.",
    userDescription:
      "Days that a user has, from the first sign-in that asks for it, to add a factor that the policy wants.",
  }),
  administratorsRequireFactor: flag({
    ...{ default: false, setting: "administrators-factor" },
    description:
      "Whether administrators need a passkey or an authenticator app to use the dashboard.",
  }),
} satisfies Record<string, { setting: PolicySetting }>;

export type PolicyField = keyof typeof policyFields;

export const policyFieldNames = Object.keys(policyFields) as PolicyField[];

type Fields = typeof policyFields;
type UserField = {
  [F in keyof Fields]: Fields[F] extends { userDescription: string } ? F : never;
}[keyof Fields];

/** Fields that users see. */
export const userPolicyFields = policyFieldNames.filter(
  (field): field is UserField => "userDescription" in policyFields[field],
);
