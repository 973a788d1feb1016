import { Field } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { OrganizationFields } from "@/lib/core/organizations/organization";

/** Names of an organization, the same in all environments. */
export async function NameFields({ stored }: { stored?: OrganizationFields }) {
  const { t } = await wordsOf("organizations");
  return (
    <>
      <Field
        label={t("fields.name")}
        name="name"
        defaultValue={stored?.name}
        required
        maxLength={200}
      />
      <div className="grid items-end gap-6 sm:grid-cols-2">
        <Field
          label={t("fields.slug")}
          name="slug"
          hint={stored ? t("fields.slugUnique") : t("fields.slugMade")}
          defaultValue={stored?.slug}
          required={stored !== undefined}
          maxLength={63}
          mono
        />
        <Field
          label={t("fields.externalId")}
          name="externalId"
          hint={t("fields.externalIdHint")}
          defaultValue={stored?.externalId ?? ""}
          maxLength={255}
          mono
        />
      </div>
    </>
  );
}
