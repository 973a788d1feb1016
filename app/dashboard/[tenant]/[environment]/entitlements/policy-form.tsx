import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Select } from "@/app/dashboard/_parts/field";
import { PlaceFields } from "@/app/dashboard/_parts/place-fields";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { EntitlementPolicy } from "@/lib/core/entitlements/entitlement-policy";
import { changePolicyAction } from "./actions";

const modes = ["enforce", "observe", "off"] as const satisfies EntitlementPolicy["mode"][];

interface Props {
  t: Translator<"access">;
  place: Place;
  policy: Omit<EntitlementPolicy, "overrides">;
  packages: { id: string; name: string }[];
}

/** Form for mode and default package. */
export function PolicyForm({ t, place, policy, packages }: Props) {
  return (
    <ActionForm action={changePolicyAction} submit={t("policy.submit")}>
      <PlaceFields place={place} />
      <Select
        label={t("policy.mode")}
        name="mode"
        hint={t("policy.modeHint")}
        defaultValue={policy.mode}
        options={modes.map((value) => ({ value, name: t(`policy.modes.${value}`) }))}
      />
      <Select
        label={t("policy.default")}
        name="defaultPackageId"
        hint={t("policy.defaultHint")}
        defaultValue={policy.defaultPackageId ?? ""}
        options={[
          { value: "", name: t("policy.noDefault") },
          ...packages.map(({ id, name }) => ({ value: id, name })),
        ]}
      />
    </ActionForm>
  );
}
