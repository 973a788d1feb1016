import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { ChoiceInput } from "@/app/dashboard/[tenant]/[environment]/security-policy/choice-input";
import {
  boundsOf,
  fieldsOf,
  labelOf,
} from "@/app/dashboard/[tenant]/[environment]/security-policy/policy-texts";
import {
  type PolicyField,
  type PolicySetting,
  policyFields,
  policyGroups,
} from "@/lib/core/security-policy/fields";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import { readPolicyDefaults } from "@/lib/core/security-policy/security-policy-store";
import { changeDefaultsAction } from "./actions";

export const generateMetadata = titled("operator", "defaults.title");

/** Default security policy, for tenants without an override. */
export default operatorPage(async ({ t }) => {
  const { t: say } = await wordsOf("settings");
  const values = await readPolicyDefaults();
  return (
    <>
      <PageHead title={t("defaults.title")} about={t("defaults.about")} />
      <ActionForm action={changeDefaultsAction} submit={t("defaults.submit")}>
        {policyGroups.map(([group, settings]) => (
          <section key={group} aria-label={say(`policy.group.${group}`)} className="max-w-3xl">
            <h2 className="mb-4 text-lg font-semibold">{say(`policy.group.${group}`)}</h2>
            <Card>
              <div className="space-y-8">
                {settings.map((setting) => (
                  <Setting key={setting} setting={setting} values={values} t={t} say={say} />
                ))}
              </div>
            </Card>
          </section>
        ))}
      </ActionForm>
    </>
  );
});

interface Texts {
  t: Translator<"operator">;
  say: Translator<"settings">;
}

/** Inputs of one setting; a setting of several fields has a heading. */
function Setting({
  setting,
  values,
  ...texts
}: Texts & { setting: PolicySetting; values: SecurityPolicy }) {
  const fields = fieldsOf(setting);
  const { say } = texts;
  const [name, about] = [say(`policy.name.${setting}`), say(`policy.explain.${setting}`)];
  const isGroup = fields.length > 1;
  return (
    <div className="space-y-4">
      {isGroup && (
        <div>
          <h3 className="font-semibold">{name}</h3>
          <p className="text-sm text-neutral-600 dark:text-neutral-400">{about}</p>
        </div>
      )}
      {fields.map((field) => (
        <Entry
          key={field}
          field={field}
          label={labelOf(field, say, isGroup ? undefined : name)}
          about={isGroup ? "" : about}
          value={values[field]}
          {...texts}
        />
      ))}
    </div>
  );
}

interface EntryProps extends Texts {
  field: PolicyField;
  label: string;
  about: string;
  value: SecurityPolicy[PolicyField];
}

function Entry({ t, say, field, label, about, value }: EntryProps) {
  const rule = policyFields[field];
  if (rule.kind !== "whole")
    return <ChoiceInput field={field} label={label} hint={about} value={value} t={say} />;
  const isOptional = rule.default === null;
  const bounds = t("defaults.bounds", { bounds: boundsOf(field, say) });
  const hint = [about, bounds, isOptional && t("defaults.emptyIsOff")];
  return (
    <Field
      label={label}
      name={field}
      hint={hint.filter(Boolean).join(" ")}
      inputMode="numeric"
      defaultValue={String(value ?? "")}
      required={!isOptional}
    />
  );
}
