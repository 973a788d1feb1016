import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { Choices } from "@/app/dashboard/_nouns/choices";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field, Select, TextArea } from "@/app/dashboard/_parts/field";
import type { Place } from "@/app/dashboard/administrator";
import type { App } from "@/lib/apps/app";
import type { OrganizationType } from "@/lib/organization-types/organization-type-store";
import { changePolicyAction, renameAppAction, setAppStatusAction } from "../actions";
import { policyNames } from "../policy-names";

/** What an administrator may change about an app. */
export function AppForms(props: { place: Place; app: App; types: OrganizationType[] }) {
  const { place, app } = props;
  return (
    <>
      <PolicyForm {...props} />
      <Section title="Name">
        <ActionForm action={renameAppAction} submit="Save name" tone="quiet">
          <AboutFields place={place} id={app.id} />
          <Field label="Name" name="name" defaultValue={app.name} required maxLength={200} />
        </ActionForm>
      </Section>
      <StatusForm place={place} app={app} />
    </>
  );
}

function PolicyForm({ place, app, types }: { place: Place; app: App; types: OrganizationType[] }) {
  return (
    <Section
      title="What organizations need"
      about="Changes hold from the next token on; tokens that are out live for at most five minutes."
    >
      <ActionForm action={changePolicyAction} submit="Save access rules">
        <AboutFields place={place} id={app.id} />
        <Select
          label="Package"
          name="packagePolicy"
          defaultValue={app.packagePolicy}
          options={Object.entries(policyNames).map(([value, name]) => ({ value, name }))}
        />
        <Choices
          legend="Organization types let in"
          hint="None ticked lets all in."
          name="allowedOrganizationTypes"
          options={types.map(({ key, name }) => ({ value: key, name, detail: key }))}
          chosen={app.allowedOrganizationTypes}
          none="This environment has no organization types."
        />
        <TextArea
          label="Entitlements needed"
          name="requiredEntitlements"
          hint="A line each; an organization needs all of them."
          defaultValue={app.requiredEntitlements.join("\n")}
          mono
        />
      </ActionForm>
    </Section>
  );
}

function StatusForm({ place, app }: { place: Place; app: App }) {
  const active = app.status === "active";
  return (
    <Section
      title={active ? "Disable the app" : "Enable the app"}
      about={
        active
          ? "No token is issued or refreshed for it any more. Sessions go on, for they serve other apps too, and it can be enabled again."
          : "Tokens are issued for it again, to whoever its roles and packages let in."
      }
    >
      <ActionForm
        action={setAppStatusAction}
        submit={active ? "Disable app" : "Enable app"}
        tone={active ? "danger" : "primary"}
      >
        <AboutFields place={place} id={app.id} status={active ? "disabled" : "active"} />
      </ActionForm>
    </Section>
  );
}
