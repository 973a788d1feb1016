import { useId } from "react";
import { inputShape } from "@/app/dashboard/_parts/input-shape";

interface Props {
  label: string;
  /** Name of the address's parameter that it sets. */
  name: string;
  value: string | null;
  /** Name of the option that shows everything. */
  any: string;
  options: readonly { value: string; name: string }[];
}

/** Filter of a list by one of a few kinds, beside its search. */
export function ListFilter({ label, name, value, any, options }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <select id={id} name={name} defaultValue={value ?? ""} className={inputShape}>
        <option value="">{any}</option>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.name}
          </option>
        ))}
      </select>
    </div>
  );
}
