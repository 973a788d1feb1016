import { Choices } from "@/app/dashboard/_nouns/choices";
import { FormSection } from "@/app/dashboard/_nouns/form-section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { Field, Select, TextArea } from "@/app/dashboard/_parts/field";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { App } from "@/lib/core/apps/app";
import type { OrganizationType } from "@/lib/core/organization-types/organization-type-store";
import { changePolicyAction, renameAppAction, setAppStatusAction } from "../actions";

interface Props {
  t: Translator<"access">;
  place: Place;
  app: App;
  types: OrganizationType[];
}

const policies = ["none", "any", "listed"] as const satisfies App["packagePolicy"][];

/** Forms by which an administrator changes an app. */
export function AppForms({ t, place, app, types }: Props) {
  return (
    <>
      <FormSection
        title={t("apps.forms.rules")}
        about={t("apps.forms.rulesAbout")}
        action={changePolicyAction}
        submit={t("apps.forms.saveRules")}
        {...{ place, id: app.id }}
      >
        <Select
          label={t("apps.forms.package")}
          name="packagePolicy"
          defaultValue={app.packagePolicy}
          options={policies.map((value) => ({ value, name: t(`apps.policy.${value}`) }))}
        />
        <Choices
          legend={t("apps.forms.types")}
          hint={t("apps.forms.typesHint")}
          name="allowedOrganizationTypes"
          options={types.map(({ key, name }) => ({ value: key, name, detail: key }))}
          chosen={app.allowedOrganizationTypes}
          none={t("apps.forms.noTypes")}
        />
        <TextArea
          label={t("apps.forms.entitlements")}
          name="requiredEntitlements"
          hint={t("apps.forms.entitlementsHint")}
          defaultValue={app.requiredEntitlements.join("\n")}
          mono
        />
      </FormSection>
      <FormSection
        title={t("apps.forms.name")}
        action={renameAppAction}
        submit={t("apps.forms.saveName")}
        tone="quiet"
        {...{ place, id: app.id }}
      >
        <Field
          label={t("apps.forms.name")}
          name="name"
          defaultValue={app.name}
          required
          maxLength={200}
        />
      </FormSection>
      <StatusForm t={t} place={place} app={app} />
    </>
  );
}

function StatusForm({ t, place, app }: Omit<Props, "types">) {
  const active = app.status === "active";
  return (
    <Section
      title={active ? t("apps.forms.disableTitle") : t("apps.forms.enableTitle")}
      about={active ? t("apps.forms.disableAbout") : t("apps.forms.enableAbout")}
    >
      <ActionForm
        action={setAppStatusAction}
        submit={active ? t("apps.forms.disable") : t("apps.forms.enable")}
        tone={active ? "danger" : "primary"}
      >
        <AboutFields place={place} id={app.id} status={active ? "disabled" : "active"} />
      </ActionForm>
    </Section>
  );
}
