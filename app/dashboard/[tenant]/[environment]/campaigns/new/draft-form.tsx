"use client";

import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Catalog } from "@/app/dashboard/_words/catalogs";
import { type DraftState, draftCampaignAction } from "../actions";

interface Props {
  texts: Catalog["installations"]["draft"];
  place: { tenant: string; environment: string };
  apps: { value: string; name: string }[];
}

/** Form of a campaign's target version and selector; counts the members before the draft is stored, on
 *  request. */
export function DraftForm({ texts, place, apps }: Props) {
  const field = fieldsOf(texts);
  return (
    <ActionForm<DraftState>
      action={draftCampaignAction}
      submit={texts.submit}
      beside={
        <button type="submit" name="intent" value="count" className={quietButton}>
          {texts.count}
        </button>
      }
    >
      {({ counted }) => (
        <>
          <PlaceFields place={place} />
          <Field {...field("name")} maxLength={200} required />
          <Field {...field("targetVersion", "target")} maxLength={64} required mono />
          <Selector texts={texts} place={place} apps={apps} />
          {counted && <Counted>{counted}</Counted>}
        </>
      )}
    </ActionForm>
  );
}

function Selector({ texts, place, apps }: Props) {
  const field = fieldsOf(texts);
  return (
    <fieldset>
      <legend className="font-medium">{texts.which}</legend>
      <p className="mt-0.5 text-sm text-neutral-600 dark:text-neutral-400">{texts.whichAbout}</p>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        <Select {...field("appId", "app")} options={[{ value: "", name: texts.anyApp }, ...apps]} />
        <OrganizationPicker place={place} hint={texts.organizationHint} />
        <Field {...field("platform")} maxLength={64} mono />
        <Field {...field("versionBelow", "below")} maxLength={128} mono />
      </div>
    </fieldset>
  );
}

function Counted({ children }: { children: string }) {
  return (
    <p
      role="status"
      className="rounded-lg bg-sky-50 p-3 text-sm text-sky-950 dark:bg-sky-950 dark:text-sky-200"
    >
      {children}
    </p>
  );
}
