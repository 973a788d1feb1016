import { Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { OrganizationFields } from "@/lib/core/organizations/organization";

/** Names of an organization, the same in all environments. */
export async function NameFields({ stored }: { stored?: OrganizationFields }) {
  const { t, texts } = await wordsOf("organizations");
  const field = fieldsOf(texts.fields);
  return (
    <>
      <Field {...field("name")} defaultValue={stored?.name} required maxLength={200} />
      <div className="grid items-end gap-6 sm:grid-cols-2">
        <Field
          {...field("slug")}
          hint={stored ? t("fields.slugUnique") : t("fields.slugMade")}
          defaultValue={stored?.slug}
          required={stored !== undefined}
          maxLength={63}
          mono
        />
        <Field
          {...field("externalId")}
          defaultValue={stored?.externalId ?? ""}
          maxLength={255}
          mono
        />
      </div>
    </>
  );
}
