import { policyBounds } from "@/lib/security-policy/policy-bounds";
import type { PolicyOverrides } from "@/lib/security-policy/security-policy";

type Field = keyof PolicyOverrides;
type NumberField = keyof typeof policyBounds;

/** How a field is entered. */
export type Input =
  | {
      field: NumberField;
      label: string;
      unit: "minutes" | "days" | "seconds" | "failures" | "characters";
    }
  | {
      field: Exclude<Field, NumberField>;
      label: string;
      options: { value: string; name: string }[];
    };

/** Fields that are set and reset together: one, but for the lockout, which is nothing by halves. */
export interface Setting {
  id: string;
  name: string;
  about: string;
  inputs: readonly Input[];
}

/** The settings of a policy, as the page groups them. */
export const settings: readonly { group: string; settings: readonly Setting[] }[] = [
  {
    group: "Sessions",
    settings: [
      {
        id: "idle-timeout",
        name: "Idle timeout",
        about: "How long a session lives on without being used. It holds for open sessions too.",
        inputs: [{ field: "idleTimeoutMinutes", label: "Idle timeout", unit: "minutes" }],
      },
      {
        id: "absolute-timeout",
        name: "Absolute timeout",
        about: "When a session ends however busy it is. People then sign in again.",
        inputs: [{ field: "absoluteTimeoutMinutes", label: "Absolute timeout", unit: "minutes" }],
      },
      {
        id: "step-up",
        name: "Fresh proof for dangerous actions",
        about:
          "How long a sign-in or confirmation counts as fresh when somebody does something dangerous.",
        inputs: [{ field: "stepUpMaxAgeSeconds", label: "Counts as fresh for", unit: "seconds" }],
      },
    ],
  },
  {
    group: "Sign-in codes and trusted devices",
    settings: [
      {
        id: "login-otp",
        name: "Code by email",
        about: "When a sign-in with a password also asks for a one-time code.",
        inputs: [
          {
            field: "loginOtp",
            label: "Ask for a code",
            options: [
              { value: "always", name: "At every sign-in" },
              { value: "untrusted_device", name: "On devices that are not trusted" },
              { value: "never", name: "Never" },
            ],
          },
        ],
      },
      {
        id: "trusted-device",
        name: "Trusted-device window",
        about: "How long a remembered device signs in without a code. 0 remembers none.",
        inputs: [{ field: "trustedDeviceDays", label: "Window", unit: "days" }],
      },
      {
        id: "trusted-device-email",
        name: "Email about new trusted devices",
        about:
          "Tells people when a device of theirs becomes trusted. Off stops the email only: the audit record trusted_device.created is always written.",
        inputs: [
          {
            field: "trustedDeviceEmail",
            label: "Send the email",
            options: [
              { value: "on", name: "On" },
              { value: "off", name: "Off" },
            ],
          },
        ],
      },
    ],
  },
  {
    group: "Passwords and lockout",
    settings: [
      {
        id: "password-length",
        name: "Shortest password",
        about:
          "For new passwords; those in use stay. 15 is recommended where no code is asked for.",
        inputs: [{ field: "passwordMinLength", label: "Shortest password", unit: "characters" }],
      },
      {
        id: "lockout",
        name: "Lockout of your own",
        about:
          "Locks an account after failed sign-ins, on top of the platform's brake, which always holds: yours can only be stricter.",
        inputs: [
          { field: "lockoutThreshold", label: "Locks after", unit: "failures" },
          { field: "lockoutWindowMinutes", label: "Within", unit: "minutes" },
          { field: "lockoutDurationMinutes", label: "Stays locked for", unit: "minutes" },
        ],
      },
    ],
  },
];

/** The values of a policy by field, with the lockout taken apart; null where it is off. */
export type PolicyValues = Record<Field, PolicyOverrides[Field]>;

/** What a field is that holds nothing. */
export const OFF = "Off";

/** What an input holds, as a person reads it. */
export function inWords(input: Input, value: PolicyValues[Field]): string {
  if (value === null) return OFF;
  if ("unit" in input) return amount(Number(value), input.unit);
  const told = typeof value === "boolean" ? (value ? "on" : "off") : value;
  return input.options.find((option) => option.value === told)?.name ?? String(told);
}

/** What an input may hold: from and to, or one of a few. */
export function boundsInWords(input: Input): string {
  if (!("unit" in input)) return input.options.map(({ name }) => name).join(" / ");
  const { least, most } = policyBounds[input.field];
  return `${least.toLocaleString("en")} to ${amount(most, input.unit)}`;
}

const larger = {
  minutes: [1440, "days", 60, "hours"],
  seconds: [3600, "hours", 60, "minutes"],
} as const;

/** A number with its unit, and in a larger one where that is easier to grasp: "720 minutes (12 hours)". */
function amount(value: number, unit: string): string {
  const plain = `${value.toLocaleString("en")} ${value === 1 ? unit.slice(0, -1) : unit}`;
  const [large, largeUnit, small, smallUnit] = larger[unit as "minutes"] ?? [];
  const of = (size: number | undefined, name: string | undefined) =>
    size && value >= size && value % size === 0
      ? ` (${value / size} ${value === size ? name?.slice(0, -1) : name})`
      : "";
  return plain + (of(large, largeUnit) || of(small, smallUnit));
}
