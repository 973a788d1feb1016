import { Checkbox, Select } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";
import type { Translator } from "@/app/dashboard/_words/words-of";
import { type PolicyField, policyFields } from "@/lib/core/security-policy/fields";
import type { PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import { BOXES_PRESENT } from "./policy-fields";
import { chosenOf, optionsOf } from "./policy-texts";

interface ChoiceInputProps {
  field: PolicyField;
  label: string;
  hint?: string;
  value: PolicyOverrides[PolicyField];
  t: Translator<"settings">;
}

/** Input for one of several options, or checkboxes for a list. */
export function ChoiceInput({ field, label, hint, value, t }: ChoiceInputProps) {
  const [options, chosen] = [optionsOf(field, t), chosenOf(value)];
  if (policyFields[field].kind !== "several")
    return (
      <Select label={label} name={field} hint={hint} options={options} defaultValue={chosen[0]} />
    );
  return (
    <Group legend={label} name={field} hint={hint}>
      <input type="hidden" name={field} value={BOXES_PRESENT} />
      <div className="mt-1">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={field}
            value={option.value}
            label={option.name}
            defaultChecked={chosen.includes(option.value)}
          />
        ))}
      </div>
    </Group>
  );
}
