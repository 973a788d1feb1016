import type { Words } from "@/app/dashboard/_words/words-of";
import type { PolicyUnit } from "@/lib/core/security-policy/field-kinds";
import {
  type PolicyField,
  type PolicySetting,
  policyFieldNames,
  policyFields,
} from "@/lib/core/security-policy/fields";
import type { PolicyOverrides } from "@/lib/core/security-policy/security-policy";

type T = Words<"settings">["t"];
type Options = readonly { value: string; name: string }[];

/** Returns the fields of a card, which are set and reset together: one, or the three of the lockout. */
export function fieldsOf(setting: PolicySetting): PolicyField[] {
  return policyFieldNames.filter((field) => policyFields[field].setting === setting);
}

/** Returns the label of a field's input, with the unit of a number.
 *  @param name what the field is called, where that is not its own label */
export function labelOf(field: PolicyField, t: T, name = t(`policy.label.${field}`)): string {
  const rule = policyFields[field];
  if (rule.kind !== "whole") return name;
  return t("policy.labelInUnit", { label: name, unit: t(`policy.unit.${rule.unit}`) });
}

/** Returns the allowed values of a field as a phrase: from and to, or one of a few. */
export function boundsOf(field: PolicyField, t: T): string {
  const rule = policyFields[field];
  if (rule.kind !== "whole") return namesOf(optionsOf(field, t));
  return t("policy.range", { least: rule.least, most: amount(rule.most, rule.unit, t) });
}

/** Returns the options of a field; none for a number. */
export function optionsOf(field: PolicyField, t: T): Options {
  const rule = policyFields[field];
  if (rule.kind === "whole") return [];
  const values = rule.kind === "flag" ? (["on", "off"] as const) : [...rule.values].reverse();
  return values.map((value) => ({ value, name: t(`policy.option.${value}`) }));
}

const namesOf = (options: Options) => options.map(({ name }) => name).join(" / ");

/** Returns a card's values as one phrase. */
export function valuesInWords(fields: PolicyField[], values: PolicyOverrides, t: T): string {
  const [failures = "", window, duration] = fields.map((field) => inWords(field, values[field], t));
  if (fields.some((field) => values[field] === null)) return t("policy.off");
  return window && duration ? t("policy.lockout", { failures, window, duration }) : failures;
}

function inWords(field: PolicyField, value: PolicyOverrides[PolicyField], t: T): string {
  const rule = policyFields[field];
  if (rule.kind === "whole") return amount(Number(value), rule.unit, t);
  const chosen = chosenOf(value);
  return namesOf(optionsOf(field, t).filter((option) => chosen.includes(option.value)));
}

/** Returns the options of a field that a value stands for. */
export function chosenOf(value: PolicyOverrides[PolicyField]): readonly string[] {
  if (typeof value === "boolean") return [value ? "on" : "off"];
  return typeof value === "object" ? (value ?? []) : [String(value)];
}

type Larger = readonly (readonly [size: number, unit: PolicyUnit | "hours"])[];

/** Larger units that are easier to read, largest first, with the number of small units in one. */
const larger: { [U in PolicyUnit]?: Larger } = {
  minutes: [
    [1440, "days"],
    [60, "hours"],
  ],
  seconds: [
    [3600, "hours"],
    [60, "minutes"],
  ],
};

/** Formats a number with its unit, and with a larger one where that is easier to read: "720 minutes (12
 *  hours)". */
function amount(count: number, unit: PolicyUnit, t: T): string {
  const plain = t(`policy.amount.${unit}`, { count });
  const [size, of] = larger[unit]?.find(([one]) => count >= one && count % one === 0) ?? [];
  if (!size || !of) return plain;
  const inLarger = t(`policy.amount.${of}`, { count: count / size });
  return t("policy.amountToo", { amount: plain, larger: inLarger });
}
