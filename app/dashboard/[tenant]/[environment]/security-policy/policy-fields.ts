import { z } from "zod";
import { later } from "@/app/dashboard/_words/later";
import {
  type PolicyField,
  policyFieldNames,
  policyFields,
} from "@/lib/core/security-policy/fields";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";

/** Value of a hidden field beside checkboxes: it tells a form with none ticked from one without these
 *  boxes. */
export const BOXES_PRESENT = "asked";

/** A whole number in a form.
 *  @param says message for anything else */
export function wholeNumber(says: string) {
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, says)
    .transform(Number);
}

const onOrOff = z.enum(["on", "off"]).transform((value) => value === "on");

/** Ticked values; undefined where the form has no boxes for them. The use case refuses an empty list. */
function boxes(values: readonly string[]) {
  return z
    .array(z.enum([BOXES_PRESENT, ...values]))
    .transform((sent) =>
      sent.includes(BOXES_PRESENT) ? values.filter((value) => sent.includes(value)) : undefined,
    );
}

type Numbers = { whole: z.ZodType<number>; wholeOrOff: z.ZodType<number | null> };

/** Form of a policy with all of its fields. The use case checks their bounds. */
export function policyForm(numbers: Numbers) {
  const inputs = policyFieldNames.map((field) => [field, inputOf(field, numbers)]);
  return z.object(
    Object.fromEntries(inputs) as { [F in PolicyField]: z.ZodType<SecurityPolicy[F] | undefined> },
  );
}

function inputOf(field: PolicyField, { whole, wholeOrOff }: Numbers): z.ZodType {
  const rule = policyFields[field];
  if (rule.kind === "whole") return rule.default === null ? wholeOrOff : whole;
  if (rule.kind === "flag") return onOrOff;
  return rule.kind === "choice" ? z.enum(rule.values) : boxes(rule.values);
}

const whole = wholeNumber(later("settings", "policy.notWhole"));

/** Form of a tenant's policy: any of its fields. */
export const PolicyChange = policyForm({ whole, wholeOrOff: whole }).partial();

/** Fields to reset to the platform's value. */
export const PolicyReset = z.object({
  field: z.array(z.enum(policyFieldNames)).min(1).max(3),
});
