import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Place } from "@/app/dashboard/administrator";
import type { EntitlementPolicy } from "@/lib/entitlements/entitlement-policy";
import { changePolicyAction } from "./actions";
import { modeNames } from "./mode-names";

interface Props {
  place: Place;
  policy: Omit<EntitlementPolicy, "overrides">;
  packages: { id: string; name: string }[];
}

/** Mode and default package. */
export function PolicyForm({ place, policy, packages }: Props) {
  return (
    <ActionForm action={changePolicyAction} submit="Save policy">
      <PlaceFields place={place} />
      <Select
        label="Mode"
        name="mode"
        hint="Roles, memberships and organization types hold in every mode."
        defaultValue={policy.mode}
        options={Object.entries(modeNames).map(([value, name]) => ({ value, name }))}
      />
      <Select
        label="Default package"
        name="defaultPackageId"
        hint="What an organization has that no package is assigned to."
        defaultValue={policy.defaultPackageId ?? ""}
        options={[
          { value: "", name: "None" },
          ...packages.map(({ id, name }) => ({ value: id, name })),
        ]}
      />
    </ActionForm>
  );
}
