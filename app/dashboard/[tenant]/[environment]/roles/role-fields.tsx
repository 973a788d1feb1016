import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { Field, TextArea } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { RoleFields as Fields } from "@/lib/core/roles/role";

/** Fields of a role, except its apps. */
export async function RoleFields({ role }: { role?: Fields }) {
  const { t } = await wordsOf("access");
  return (
    <>
      {role ? (
        <>
          <Field
            label={t("roles.fields.name")}
            name="name"
            defaultValue={role.name}
            required
            maxLength={200}
          />
          <Field
            label={t("roles.fields.key")}
            name="key"
            hint={t("roles.fields.keyHint")}
            defaultValue={role.key}
            required
            maxLength={64}
            mono
          />
        </>
      ) : (
        <NameAndKey hint={t("roles.fields.keyHint")} />
      )}
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
