import { Checkbox, Select } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";
import { FACTORS_PRESENT } from "./policy-fields";
import { chosenOf, type Input, type PolicyValues } from "./policy-texts";

interface ChoiceInputProps {
  input: Exclude<Input, { unit: string }>;
  label?: string;
  hint?: string;
  value: PolicyValues[keyof PolicyValues];
}

/** Input for one of several options, or checkboxes for a list. */
export function ChoiceInput({ input, label = input.label, hint, value }: ChoiceInputProps) {
  const { field, options } = input;
  const chosen = chosenOf(value);
  if (field !== "allowedFactors")
    return (
      <Select label={label} name={field} hint={hint} options={options} defaultValue={chosen[0]} />
    );
  return (
    <Group legend={label} name={field} hint={hint}>
      <input type="hidden" name={field} value={FACTORS_PRESENT} />
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
