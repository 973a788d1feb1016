import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Card, PageHead } from "@/app/dashboard/_parts/blocks";
import { Field } from "@/app/dashboard/_parts/field";
import { operatorPage, titled } from "@/app/dashboard/_request/make-page";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import { ChoiceInput } from "@/app/dashboard/[tenant]/[environment]/security-policy/choice-input";
import {
  type Input,
  type PolicyValues,
  policySettings,
} from "@/app/dashboard/[tenant]/[environment]/security-policy/policy-texts";
import { policyValues } from "@/app/dashboard/[tenant]/[environment]/security-policy/policy-values";
import { readPolicyDefaults } from "@/lib/core/security-policy/security-policy-store";
import { changeDefaultsAction } from "./actions";

export const generateMetadata = titled("operator", "defaults.title");

/** Default security policy, for tenants without an override. */
export default operatorPage(async ({ t }) => {
  const { t: say } = await wordsOf("settings");
  const values = policyValues(await readPolicyDefaults());
  return (
    <>
      <PageHead title={t("defaults.title")} about={t("defaults.about")} />
      <ActionForm action={changeDefaultsAction} submit={t("defaults.submit")}>
        {policySettings(say).map(({ group, settings: members }) => (
          <section key={group} aria-label={group} className="max-w-3xl">
            <h2 className="mb-4 text-lg font-semibold">{group}</h2>
            <Card>
              <div className="space-y-8">
                {members.map(({ id, name, about, inputs }) => (
                  <div key={id} className="space-y-4">
                    {inputs.length > 1 && (
                      <div>
                        <h3 className="font-semibold">{name}</h3>
                        <p className="text-sm text-neutral-600 dark:text-neutral-400">{about}</p>
                      </div>
                    )}
                    {inputs.map((input) => (
                      <Entry
                        key={input.field}
                        t={t}
                        input={input}
                        label={labelOf(input, inputs.length > 1 ? input.label : name, say)}
                        about={inputs.length > 1 ? "" : about}
                        value={values[input.field]}
                      />
                    ))}
                  </div>
                ))}
              </div>
            </Card>
          </section>
        ))}
      </ActionForm>
    </>
  );
});

interface EntryProps {
  t: Translator<"operator">;
  input: Input;
  label: string;
  about: string;
  value: PolicyValues[keyof PolicyValues];
}

function Entry({ t, input, label, about, value }: EntryProps) {
  const { field: name } = input;
  if (!("unit" in input))
    return <ChoiceInput input={input} label={label} hint={about} value={value} />;
  const optional = name.startsWith("lockout");
  const bounds = t("defaults.bounds", { bounds: input.bounds });
  const hint = [about, bounds, optional && t("defaults.emptyIsOff")];
  return (
    <Field
      label={label}
      name={name}
      hint={hint.filter(Boolean).join(" ")}
      inputMode="numeric"
      defaultValue={String(value ?? "")}
      required={!optional}
    />
  );
}

/** Returns a label with the unit of its input. */
function labelOf(input: Input, label: string, t: Translator<"settings">): string {
  return "unit" in input ? t("policy.labelInUnit", { label, unit: input.unit }) : label;
}
