import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { Field, Select, TextArea } from "@/app/dashboard/_parts/field";
import type { PackageFields as Fields } from "@/lib/packages/package";

/** What a tenant decides about a package, its apps aside. */
export function PackageFields({ stored }: { stored?: Fields }) {
  return (
    <>
      {stored ? (
        <>
          <Field label="Name" name="name" defaultValue={stored.name} required maxLength={200} />
          <Field
            label="Key"
            name="key"
            hint="How your code and tokens name it. Unique in this environment."
            defaultValue={stored.key}
            required
            maxLength={64}
            mono
          />
        </>
      ) : (
        <NameAndKey hint="How your code and tokens name it. Unique in this environment." />
      )}
      <Select
        label="Status"
        name="status"
        hint="An inactive package lets nobody into an app that asks for one."
        defaultValue={stored?.status ?? "active"}
        options={[
          { value: "active", name: "Active" },
          { value: "inactive", name: "Inactive" },
        ]}
      />
      <TextArea
        label="Entitlements"
        name="entitlements"
        hint="A line each, such as exports. Every member of an organization with this package has them."
        defaultValue={stored?.entitlements.join("\n")}
        rows={5}
        mono
      />
    </>
  );
}
