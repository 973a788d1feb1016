import type { Words } from "@/app/dashboard/_words/words-of";
import type { PolicyUnit } from "@/lib/core/security-policy/field-kinds";
import {
  type PolicyField,
  type PolicyGroup,
  type PolicyOverrides,
  type PolicySetting,
  policyFieldNames,
  policyFields,
  policySettings as settingsOf,
} from "@/lib/core/security-policy/fields";
import { amount } from "./policy-units";

type T = Words<"settings">["t"];

interface AnyInput {
  field: PolicyField;
  label: string;
  /** Allowed values: from and to, or one of a few. */
  bounds: string;
}

interface NumberInput extends AnyInput {
  unit: PolicyUnit;
  least: number;
  most: number;
  /** Whether empty is off. */
  isOptional: boolean;
}

export interface OptionsInput extends AnyInput {
  options: Options;
  /** Whether several may be chosen. */
  isList: boolean;
}

type Options = readonly { value: string; name: string }[];

/** Input of a policy's field, with texts in the reader's language. */
export type Input = NumberInput | OptionsInput;

/** Fields that are set and reset together: one, except for the lockout, which has three. */
export interface Setting {
  id: string;
  name: string;
  about: string;
  inputs: readonly Input[];
}

/** Returns the settings of a policy with texts in the reader's language, as the page groups them. */
export function policySettings(t: T): { group: string; settings: readonly Setting[] }[] {
  return (Object.keys(settingsOf) as PolicyGroup[]).map((group) => {
    const members: readonly PolicySetting[] = settingsOf[group];
    return {
      group: t(`policy.group.${group}`),
      settings: members.map((id) => ({
        id,
        name: t(`policy.name.${id}`),
        about: t(`policy.explain.${id}`),
        inputs: policyFieldNames
          .filter((field) => policyFields[field].setting === id)
          .map((field) => inputOf(field, t)),
      })),
    };
  });
}

function inputOf(field: PolicyField, t: T): Input {
  const rule = policyFields[field];
  const label = t(`policy.label.${field}`);
  if (rule.kind === "whole") {
    const { least, most, unit } = rule;
    const bounds = t("policy.range", { least, most: amount(most, unit, t) });
    const isOptional = rule.default === null;
    return { field, label, bounds, unit, least, most, isOptional };
  }
  const values = rule.kind === "flag" ? (["on", "off"] as const) : [...rule.values].reverse();
  const options = values.map((value) => ({ value, name: t(`policy.option.${value}`) }));
  return { field, label, options, bounds: namesOf(options), isList: rule.kind === "several" };
}

const namesOf = (options: Options) => options.map(({ name }) => name).join(" / ");

/** Returns a setting's values as one phrase. */
export function valuesInWords(inputs: readonly Input[], values: PolicyOverrides, t: T): string {
  const [failures = "", window, duration] = inputs.map((input) => inWords(input, values, t));
  const isOff = inputs.some(({ field }) => values[field] === null);
  if (isOff) return t("policy.off");
  return window && duration ? t("policy.lockout", { failures, window, duration }) : failures;
}

function inWords(input: Input, values: PolicyOverrides, t: T): string {
  const value = values[input.field];
  if ("unit" in input) return amount(Number(value), input.unit, t);
  const chosen = chosenOf(value);
  return namesOf(input.options.filter((option) => chosen.includes(option.value)));
}

/** Returns the options of a field that a value stands for. */
export function chosenOf(value: PolicyOverrides[PolicyField]): readonly string[] {
  if (typeof value === "boolean") return [value ? "on" : "off"];
  return typeof value === "object" ? (value ?? []) : [String(value)];
}
