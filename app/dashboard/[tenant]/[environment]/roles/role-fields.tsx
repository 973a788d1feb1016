import { NameAndKeyFields } from "@/app/dashboard/_nouns/name-and-key";
import { Field, TextArea } from "@/app/dashboard/_parts/field";
import type { Words } from "@/app/dashboard/_words/words-of";
import type { RoleFields as Fields } from "@/lib/core/roles/role";

/** Fields of a role, except its apps. */
export function RoleFields({
  words: { t, texts },
  role,
}: {
  words: Words<"access">;
  role?: Fields;
}) {
  return (
    <>
      <NameAndKeyFields labels={texts.roles.fields} stored={role} />
      <Field
        label={t("roles.fields.description")}
        name="description"
        defaultValue={role?.description ?? ""}
        maxLength={1000}
      />
      <TextArea
        label={t("roles.fields.permissions")}
        name="permissions"
        hint={t("roles.fields.permissionsHint")}
        defaultValue={role?.permissions.join("\n")}
        rows={5}
        mono
      />
    </>
  );
}
