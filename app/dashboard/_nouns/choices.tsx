import type { ReactNode } from "react";
import { Checkbox } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";

interface Props {
  legend: string;
  hint?: ReactNode;
  name: string;
  options: readonly { value: string; name: string; detail?: string }[];
  chosen: readonly string[];
  /** Text when there is nothing to choose. */
  none: ReactNode;
}

/** Group of checkboxes. */
export function Choices({ legend, hint, name, options, chosen, none }: Props) {
  return (
    <Group legend={legend} name={name} hint={hint}>
      {options.length === 0 && (
        <p className="mt-2 text-sm text-neutral-600 dark:text-neutral-400">{none}</p>
      )}
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            value={option.value}
            label={option.name}
            hint={option.detail && <span className="font-mono text-xs">{option.detail}</span>}
            defaultChecked={chosen.includes(option.value)}
          />
        ))}
      </div>
    </Group>
  );
}

interface AppChoicesProps extends Omit<Props, "name" | "options"> {
  apps: readonly { id: string; name: string; key: string }[];
}

/** Group of checkboxes for apps: field `appIds`. */
export function AppChoices({ apps, ...props }: AppChoicesProps) {
  const options = apps.map(({ id, name, key }) => ({ value: id, name, detail: key }));
  return <Choices name="appIds" options={options} {...props} />;
}
