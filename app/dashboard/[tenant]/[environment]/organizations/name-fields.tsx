import { Field } from "@/app/dashboard/_parts/field";
import type { OrganizationFields } from "@/lib/organizations/organization";

/** What an organization is called in all environments. */
export function NameFields({ stored }: { stored?: OrganizationFields }) {
  return (
    <>
      <Field label="Name" name="name" defaultValue={stored?.name} required maxLength={200} />
      <div className="grid items-end gap-6 sm:grid-cols-2">
        <Field
          label="Slug"
          name="slug"
          hint={stored ? "Unique in the tenant." : "Left empty, it is made from the name."}
          defaultValue={stored?.slug}
          required={stored !== undefined}
          maxLength={63}
          mono
        />
        <Field
          label="External id"
          name="externalId"
          hint="What your own systems call it, if they do."
          defaultValue={stored?.externalId ?? ""}
          maxLength={255}
          mono
        />
      </div>
    </>
  );
}
