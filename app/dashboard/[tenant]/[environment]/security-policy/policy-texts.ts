import type { Words } from "@/app/dashboard/_words/words-of";
import { type BoundedPolicyField, policyBounds } from "@/lib/core/security-policy/policy-bounds";
import { allowedFactors, type PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import { amount, units } from "./policy-units";

type Field = keyof PolicyOverrides;
/** Field whose value is a list. */
type ListField = "allowedFactors";
type ChoiceField = Exclude<Field, BoundedPolicyField | ListField>;
type T = Words<"settings">["t"];

interface AnyInput {
  label: string;
  /** Allowed values: from and to, or one of a few. */
  bounds: string;
}

type Options = readonly { value: string; name: string }[];

/** Input of a policy's field, with texts in the reader's language. */
export type Input =
  | (AnyInput & { field: BoundedPolicyField; unit: string })
  | (AnyInput & { field: ChoiceField; options: Options })
  | (AnyInput & { field: ListField; options: Options });

/** Fields that are set and reset together: one, except for the lockout, which has three. */
export interface Setting {
  id: string;
  name: string;
  about: string;
  inputs: readonly Input[];
}

/** Settings of a policy, as the page groups them. */
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
      { id: "allowed-factors", fields: ["allowedFactors"] },
      { id: "email-beside-factors", fields: ["emailOtpBesideFactors"] },
      { id: "factor-grace", fields: ["factorGraceDays"] },
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
  {
    id: "administrators",
    settings: [{ id: "administrators-factor", fields: ["administratorsRequireFactor"] }],
  },
] as const;

const choices = {
  loginOtp: ["always", "untrusted_device", "never"],
  emailOtpBesideFactors: ["on", "off"],
  trustedDeviceEmail: ["on", "off"],
  administratorsRequireFactor: ["on", "off"],
} as const satisfies Record<ChoiceField, readonly string[]>;

/** Returns the settings of a policy with texts in the reader's language, as the page groups them. */
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
  if (field === "allowedFactors") {
    const options = optionsOf(allowedFactors.toReversed(), t);
    return { field, label, options, bounds: namesOf(options) };
  }
  if (isChoice(field)) {
    const options = optionsOf(choices[field], t);
    return { field, label, options, bounds: namesOf(options) };
  }
  const { least, most } = policyBounds[field];
  const bounds = t("policy.range", { least, most: amount(most, units[field], t) });
  return { field, label, unit: t(`policy.unit.${units[field]}`), bounds };
}

const isChoice = (field: Exclude<Field, ListField>): field is ChoiceField => field in choices;

type Option = (typeof choices)[ChoiceField][number] | (typeof allowedFactors)[number];

const optionsOf = (values: readonly Option[], t: T) =>
  values.map((value) => ({ value, name: t(`policy.option.${value}`) }));

const namesOf = (options: Options) => options.map(({ name }) => name).join(" / ");

/** Values of a policy by field, with the lockout split into its fields; null where it is off. */
export type PolicyValues = Record<Field, PolicyOverrides[Field]>;

/** Returns a setting's values as one phrase. */
export function valuesInWords(inputs: readonly Input[], values: PolicyValues, t: T): string {
  const [failures = "", window, duration] = inputs.map((input) => inWords(input, values, t));
  const isOff = inputs.some(({ field }) => values[field] === null);
  if (isOff) return t("policy.off");
  return window && duration ? t("policy.lockout", { failures, window, duration }) : failures;
}

function inWords(input: Input, values: PolicyValues, t: T): string {
  const value = values[input.field];
  if ("unit" in input) return amount(Number(value), units[input.field], t);
  const chosen = chosenOf(value);
  return namesOf(input.options.filter((option) => chosen.includes(option.value)));
}

/** Returns the options of a field that a value stands for. */
export function chosenOf(value: PolicyValues[Field]): readonly string[] {
  if (typeof value === "boolean") return [value ? "on" : "off"];
  return typeof value === "object" ? (value ?? []) : [String(value)];
}
