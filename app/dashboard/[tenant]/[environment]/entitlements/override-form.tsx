import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { setOverrideAction } from "./actions";

/** Form that adds an exception; for one organization when its page sets that. */
export async function OverrideForm({
  place,
  organization,
}: {
  place: Place;
  organization?: string;
}) {
  const { t, texts } = await wordsOf("access");
  const field = fieldsOf(texts.exceptions);
  return (
    <ActionForm action={setOverrideAction} submit={t("exceptions.submit")} tone="quiet">
      <PlaceFields place={place} />
      {organization ? (
        <input type="hidden" name="organization" value={organization} />
      ) : (
        <OrganizationPicker place={place} required />
      )}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field {...field("entitlement")} required maxLength={128} mono />
        <Select
          {...field("effect")}
          options={[
            { value: "grant", name: t("exceptions.grant") },
            { value: "deny", name: t("exceptions.deny") },
          ]}
        />
      </div>
    </ActionForm>
  );
}
