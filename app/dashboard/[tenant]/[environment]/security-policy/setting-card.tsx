import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Card } from "@/app/dashboard/_parts/card";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Place } from "@/app/dashboard/administrator";
import { policyBounds } from "@/lib/security-policy/policy-bounds";
import { overrideAction, resetAction } from "./actions";
import {
  boundsInWords,
  type Input,
  inWords,
  OFF,
  type PolicyValues,
  type Setting,
} from "./policy-texts";

interface Props {
  place: Place;
  setting: Setting;
  overrides: PolicyValues | null;
  defaults: PolicyValues;
  inForce: PolicyValues;
  mayChange: boolean;
}

/** One setting: what is in force and why, what it may be, and the forms that change it. */
export function SettingCard({ place, setting, overrides, defaults, inForce, mayChange }: Props) {
  const overridden = setting.inputs.some(({ field }) => overrides?.[field] != null);
  return (
    <article aria-labelledby={setting.id}>
      <Card>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="max-w-xl">
            <h3 id={setting.id} className="font-semibold">
              {setting.name}
            </h3>
            <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">{setting.about}</p>
          </div>
          {overridden ? <Badge tone="amber">Your override</Badge> : <Badge>Platform default</Badge>}
        </div>
        <dl className="mt-5 grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2 xl:grid-cols-4">
          <Fact name="In force" strong value={together(setting.inputs, inForce)} />
          <Fact
            name="Your override"
            value={overridden && overrides ? together(setting.inputs, overrides) : "None"}
          />
          <Fact name="Platform default" value={together(setting.inputs, defaults)} />
          <Fact name="May be" value={setting.inputs.map(boundsInWords).join("; ")} />
        </dl>
        {mayChange && (
          <details className="mt-5">
            <summary
              aria-describedby={setting.id}
              className={`${quietButton} cursor-pointer list-none`}
            >
              {overridden ? "Change or reset" : "Override"}
            </summary>
            <div className="mt-5 max-w-xl space-y-4 border-t border-neutral-200 pt-5 dark:border-neutral-800">
              <ActionForm action={overrideAction} submit="Save override" className="space-y-4">
                <PlaceFields place={place} />
                <div className={setting.inputs.length > 1 ? "grid gap-4 sm:grid-cols-3" : ""}>
                  {setting.inputs.map((input) => (
                    <PolicyInput key={input.field} input={input} value={inForce[input.field]} />
                  ))}
                </div>
              </ActionForm>
              {overridden && (
                <ActionForm action={resetAction} submit="Follow the platform again" tone="quiet">
                  <PlaceFields place={place} />
                  {setting.inputs.map(({ field }) => (
                    <input key={field} type="hidden" name="field" value={field} />
                  ))}
                </ActionForm>
              )}
            </div>
          </details>
        )}
      </Card>
    </article>
  );
}

function PolicyInput({ input, value }: { input: Input; value: PolicyValues[keyof PolicyValues] }) {
  if (!("unit" in input)) {
    const chosen = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
    return (
      <Select
        label={input.label}
        name={input.field}
        options={input.options}
        defaultValue={chosen}
      />
    );
  }
  const { least, most } = policyBounds[input.field];
  return (
    <Field
      label={`${input.label} (${input.unit})`}
      name={input.field}
      hint={boundsInWords(input)}
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      required
      defaultValue={value === null ? "" : String(value)}
    />
  );
}

function Fact({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt className="text-neutral-600 dark:text-neutral-400">{name}</dt>
      <dd className={`mt-0.5 ${strong ? "font-semibold" : ""}`}>{value}</dd>
    </div>
  );
}

/** A setting's values as one phrase. */
function together(inputs: readonly Input[], values: PolicyValues): string {
  const [first, second, third] = inputs.map((input) => inWords(input, values[input.field]));
  if (second === undefined) return first ?? "";
  return first === OFF ? OFF : `${first} within ${second}, locked for ${third}`;
}
