import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { Field, Select, TextArea } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { PackageFields as Fields } from "@/lib/core/packages/package";

/** Fields of a package, except its apps. */
export async function PackageFields({ stored }: { stored?: Fields }) {
  const { t } = await wordsOf("access");
  return (
    <>
      {stored ? (
        <>
          <Field
            label={t("packages.fields.name")}
            name="name"
            defaultValue={stored.name}
            required
            maxLength={200}
          />
          <Field
            label={t("packages.fields.key")}
            name="key"
            hint={t("packages.fields.keyHint")}
            defaultValue={stored.key}
            required
            maxLength={64}
            mono
          />
        </>
      ) : (
        <NameAndKey hint={t("packages.fields.keyHint")} />
      )}
      <Select
        label={t("packages.fields.status")}
        name="status"
        hint={t("packages.fields.statusHint")}
        defaultValue={stored?.status ?? "active"}
        options={[
          { value: "active", name: t("packages.fields.active") },
          { value: "inactive", name: t("packages.fields.inactive") },
        ]}
      />
      <TextArea
        label={t("packages.fields.entitlements")}
        name="entitlements"
        hint={t("packages.fields.entitlementsHint")}
        defaultValue={stored?.entitlements.join("\n")}
        rows={5}
        mono
      />
    </>
  );
}
