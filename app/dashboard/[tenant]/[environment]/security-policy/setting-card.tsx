import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge, Card } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { policyBounds } from "@/lib/core/security-policy/policy-bounds";
import { overrideAction, resetAction } from "./actions";
import { ChoiceInput } from "./choice-input";
import { type Input, type PolicyValues, type Setting, valuesInWords } from "./policy-texts";

type T = Translator<"settings">;

interface Props {
  place: Place;
  setting: Setting;
  overrides: PolicyValues | null;
  defaults: PolicyValues;
  inForce: PolicyValues;
  mayChange: boolean;
  t: T;
}

/** Card of one setting: its current value and source, its bounds, and the forms that change it. */
export async function SettingCard(props: Props) {
  const { format } = await wordsOf("settings");
  const { setting, overrides, defaults, inForce, mayChange, t } = props;
  const overridden = setting.inputs.some(({ field }) => overrides?.[field] != null);
  const describe = (values: PolicyValues) => valuesInWords(setting.inputs, values, t);
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
          {overridden ? (
            <Badge tone="amber">{t("policy.override")}</Badge>
          ) : (
            <Badge>{t("policy.platformDefault")}</Badge>
          )}
        </div>
        <dl className="mt-5 grid gap-x-6 gap-y-4 text-sm sm:grid-cols-2 xl:grid-cols-4">
          <Fact name={t("policy.inForce")} strong value={describe(inForce)} />
          <Fact
            name={t("policy.override")}
            value={overridden && overrides ? describe(overrides) : t("policy.none")}
          />
          <Fact name={t("policy.platformDefault")} value={describe(defaults)} />
          <Fact
            name={t("policy.allowed")}
            value={format.list(setting.inputs.map(({ bounds }) => bounds))}
          />
        </dl>
        {mayChange && <Change {...props} overridden={overridden} />}
      </Card>
    </article>
  );
}

/** Forms that override a setting and remove the override, folded away. */
function Change({ place, setting, inForce, overridden, t }: Props & { overridden: boolean }) {
  return (
    <details className="mt-5">
      <summary aria-describedby={setting.id} className={`${quietButton} cursor-pointer list-none`}>
        {overridden ? t("policy.changeOrReset") : t("policy.change")}
      </summary>
      <div className="mt-5 max-w-xl space-y-4 border-t border-neutral-200 pt-5 dark:border-neutral-800">
        <ActionForm action={overrideAction} submit={t("policy.save")} className="space-y-4">
          <PlaceFields place={place} />
          <div className={setting.inputs.length > 1 ? "grid gap-4 sm:grid-cols-3" : ""}>
            {setting.inputs.map((input) => (
              <PolicyInput key={input.field} input={input} value={inForce[input.field]} t={t} />
            ))}
          </div>
        </ActionForm>
        {overridden && (
          <ActionForm action={resetAction} submit={t("policy.reset")} tone="quiet">
            <PlaceFields place={place} />
            {setting.inputs.map(({ field }) => (
              <input key={field} type="hidden" name="field" value={field} />
            ))}
          </ActionForm>
        )}
      </div>
    </details>
  );
}

interface PolicyInputProps {
  input: Input;
  value: PolicyValues[keyof PolicyValues];
  t: T;
}

function PolicyInput({ input, value, t }: PolicyInputProps) {
  if (!("unit" in input)) return <ChoiceInput input={input} value={value} />;
  const { label, unit } = input;
  const { least, most } = policyBounds[input.field];
  return (
    <Field
      label={t("policy.labelInUnit", { label, unit })}
      name={input.field}
      hint={input.bounds}
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
