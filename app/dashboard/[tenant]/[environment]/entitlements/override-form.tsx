import { OrganizationPicker } from "@/app/dashboard/_nouns/organization-picker";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Field, Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Place } from "@/app/dashboard/administrator";
import { setOverrideAction } from "./actions";

/** Adds an exception; for one organization when its page says which. */
export function OverrideForm({ place, organization }: { place: Place; organization?: string }) {
  return (
    <ActionForm action={setOverrideAction} submit="Add exception" tone="quiet">
      <PlaceFields place={place} />
      {organization ? (
        <input type="hidden" name="organization" value={organization} />
      ) : (
        <OrganizationPicker place={place} required />
      )}
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field label="Entitlement" name="entitlement" required maxLength={128} mono />
        <Select
          label="Effect"
          name="effect"
          options={[
            { value: "grant", name: "Grant" },
            { value: "deny", name: "Deny" },
          ]}
        />
      </div>
    </ActionForm>
  );
}
