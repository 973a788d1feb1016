import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge, Card } from "@/app/dashboard/_parts/blocks";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import {
  type PolicyField,
  type PolicySetting,
  policyFields,
} from "@/lib/core/security-policy/fields";
import type { PolicyOverrides } from "@/lib/core/security-policy/security-policy";
import { overrideAction, resetAction } from "./actions";
import { ChoiceInput } from "./choice-input";
import { boundsOf, fieldsOf, labelOf, valuesInWords } from "./policy-texts";

type T = Translator<"settings">;

interface Props {
  place: Place;
  setting: PolicySetting;
  overrides: PolicyOverrides | null;
  defaults: PolicyOverrides;
  inForce: PolicyOverrides;
  mayChange: boolean;
  t: T;
}

/** Card of one setting: its current value and source, its bounds, and the forms that change it. */
export async function SettingCard(props: Props) {
  const { format } = await wordsOf("settings");
  const { setting, overrides, defaults, inForce, mayChange, t } = props;
  const fields = fieldsOf(setting);
  const overridden = fields.some((field) => overrides?.[field] != null);
  const describe = (values: PolicyOverrides) => valuesInWords(fields, values, t);
  return (
    <article aria-labelledby={setting}>
      <Card>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="max-w-xl">
            <h3 id={setting} className="font-semibold">
              {t(`policy.name.${setting}`)}
            </h3>
            <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">
              {t(`policy.explain.${setting}`)}
            </p>
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
            value={format.list(fields.map((field) => boundsOf(field, t)))}
          />
        </dl>
        {mayChange && <Change {...props} overridden={overridden} />}
      </Card>
    </article>
  );
}

/** Forms that override a setting and remove the override, folded away. */
function Change({ place, setting, inForce, overridden, t }: Props & { overridden: boolean }) {
  const fields = fieldsOf(setting);
  return (
    <details className="mt-5">
      <summary aria-describedby={setting} className={`${quietButton} cursor-pointer list-none`}>
        {overridden ? t("policy.changeOrReset") : t("policy.change")}
      </summary>
      <div className="mt-5 max-w-xl space-y-4 border-t border-neutral-200 pt-5 dark:border-neutral-800">
        <ActionForm action={overrideAction} submit={t("policy.save")} className="space-y-4">
          <PlaceFields place={place} />
          <div className={fields.length > 1 ? "grid gap-4 sm:grid-cols-3" : ""}>
            {fields.map((field) => (
              <PolicyInput key={field} field={field} value={inForce[field]} t={t} />
            ))}
          </div>
        </ActionForm>
        {overridden && (
          <ActionForm action={resetAction} submit={t("policy.reset")} tone="quiet">
            <PlaceFields place={place} />
            {fields.map((field) => (
              <input key={field} type="hidden" name="field" value={field} />
            ))}
          </ActionForm>
        )}
      </div>
    </details>
  );
}

interface PolicyInputProps {
  field: PolicyField;
  value: PolicyOverrides[PolicyField];
  t: T;
}

function PolicyInput({ field, value, t }: PolicyInputProps) {
  const [rule, label] = [policyFields[field], labelOf(field, t)];
  if (rule.kind !== "whole") return <ChoiceInput field={field} label={label} value={value} t={t} />;
  return (
    <Field
      label={label}
      name={field}
      hint={boundsOf(field, t)}
      type="number"
      inputMode="numeric"
      min={rule.least}
      max={rule.most}
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
