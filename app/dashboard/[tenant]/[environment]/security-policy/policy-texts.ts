import type { Words } from "@/app/dashboard/_words/words-of";
import { policyBounds } from "@/lib/security-policy/policy-bounds";
import type { PolicyOverrides } from "@/lib/security-policy/security-policy";

type Field = keyof PolicyOverrides;
type NumberField = keyof typeof policyBounds;
type ChoiceField = Exclude<Field, NumberField>;
type T = Words<"settings">["t"];

interface AnyInput {
  label: string;
  /** What it may hold: from and to, or one of a few. */
  bounds: string;
}

/** How a field is entered, in the reader's words. */
export type Input =
  | (AnyInput & { field: NumberField; unit: string })
  | (AnyInput & { field: ChoiceField; options: { value: string; name: string }[] });

/** Fields that are set and reset together: one, but for the lockout, which is nothing by halves. */
export interface Setting {
  id: string;
  name: string;
  about: string;
  inputs: readonly Input[];
}

/** The settings of a policy, as the page groups them. */
const groups = [
  {
    id: "sessions",
    settings: [
      { id: "idle-timeout", fields: ["idleTimeoutMinutes"] },
      { id: "absolute-timeout", fields: ["absoluteTimeoutMinutes"] },
      { id: "step-up", fields: ["stepUpMaxAgeSeconds"] },
    ],
  },
  {
    id: "codes",
    settings: [
      { id: "login-otp", fields: ["loginOtp"] },
      { id: "trusted-device", fields: ["trustedDeviceDays"] },
      { id: "trusted-device-email", fields: ["trustedDeviceEmail"] },
    ],
  },
  {
    id: "passwords",
    settings: [
      { id: "password-length", fields: ["passwordMinLength"] },
      {
        id: "lockout",
        fields: ["lockoutThreshold", "lockoutWindowMinutes", "lockoutDurationMinutes"],
      },
    ],
  },
] as const;

const units = {
  idleTimeoutMinutes: "minutes",
  absoluteTimeoutMinutes: "minutes",
  stepUpMaxAgeSeconds: "seconds",
  trustedDeviceDays: "days",
  passwordMinLength: "characters",
  lockoutThreshold: "failures",
  lockoutWindowMinutes: "minutes",
  lockoutDurationMinutes: "minutes",
} as const satisfies Record<NumberField, string>;

const choices = {
  loginOtp: ["always", "untrusted_device", "never"],
  trustedDeviceEmail: ["on", "off"],
} as const satisfies Record<ChoiceField, readonly string[]>;

/** The settings of a policy in the reader's words, as the page groups them. */
export function policySettings(t: T): { group: string; settings: readonly Setting[] }[] {
  return groups.map(({ id: group, settings: members }) => ({
    group: t(`policy.group.${group}`),
    settings: members.map(({ id, fields }) => ({
      id,
      name: t(`policy.name.${id}`),
      about: t(`policy.explain.${id}`),
      inputs: fields.map((field) => inputOf(field, t)),
    })),
  }));
}

function inputOf(field: Field, t: T): Input {
  const label = t(`policy.label.${field}`);
  if (field === "loginOtp" || field === "trustedDeviceEmail") {
    const options = choices[field].map((value) => ({ value, name: t(`policy.option.${value}`) }));
    return { field, label, options, bounds: options.map(({ name }) => name).join(" / ") };
  }
  const { least, most } = policyBounds[field];
  const bounds = t("policy.range", { least, most: amount(most, units[field], t) });
  return { field, label, unit: t(`policy.unit.${units[field]}`), bounds };
}

/** The values of a policy by field, with the lockout taken apart; null where it is off. */
export type PolicyValues = Record<Field, PolicyOverrides[Field]>;

/** A setting's values as one phrase. */
export function valuesInWords(inputs: readonly Input[], values: PolicyValues, t: T): string {
  const [failures = "", window, duration] = inputs.map((input) => inWords(input, values, t));
  const isOff = inputs.some(({ field }) => values[field] === null);
  if (isOff) return t("policy.off");
  return window && duration ? t("policy.lockout", { failures, window, duration }) : failures;
}

function inWords(input: Input, values: PolicyValues, t: T): string {
  const value = values[input.field];
  if ("unit" in input) return amount(Number(value), units[input.field], t);
  const told = typeof value === "boolean" ? (value ? "on" : "off") : value;
  return input.options.find((option) => option.value === told)?.name ?? String(told);
}

type Unit = (typeof units)[NumberField];

/** Units that are easier to grasp, the largest first, and how many of the small one make one. */
const larger: { [U in Unit]?: readonly (readonly [size: number, unit: Unit | "hours"])[] } = {
  minutes: [
    [1440, "days"],
    [60, "hours"],
  ],
  seconds: [
    [3600, "hours"],
    [60, "minutes"],
  ],
};

/** A number with its unit, and in a larger one where that is easier to grasp: "720 minutes (12 hours)". */
function amount(count: number, unit: Unit, t: T): string {
  const plain = t(`policy.amount.${unit}`, { count });
  const [size, of] = larger[unit]?.find(([one]) => count >= one && count % one === 0) ?? [];
  if (!size || !of) return plain;
  return t("policy.amountToo", {
    amount: plain,
    larger: t(`policy.amount.${of}`, { count: count / size }),
  });
}
