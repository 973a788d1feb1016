import { Checkbox, Select } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";
import type { PolicyField, PolicyOverrides } from "@/lib/core/security-policy/fields";
import { BOXES_PRESENT } from "./policy-fields";
import { chosenOf, type OptionsInput } from "./policy-texts";

interface ChoiceInputProps {
  input: OptionsInput;
  label?: string;
  hint?: string;
  value: PolicyOverrides[PolicyField];
}

/** Input for one of several options, or checkboxes for a list. */
export function ChoiceInput({ input, label = input.label, hint, value }: ChoiceInputProps) {
  const { field, options } = input;
  const chosen = chosenOf(value);
  if (!input.isList)
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
