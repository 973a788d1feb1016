import { NameAndKeyFields } from "@/app/dashboard/_nouns/name-and-key";
import { Select, TextArea } from "@/app/dashboard/_parts/field";
import type { Words } from "@/app/dashboard/_words/words-of";
import type { PackageFields as Fields } from "@/lib/core/packages/package";

/** Fields of a package, except its apps. */
export function PackageFields({
  words: { t, texts },
  stored,
}: {
  words: Words<"access">;
  stored?: Fields;
}) {
  return (
    <>
      <NameAndKeyFields labels={texts.packages.fields} stored={stored} />
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
