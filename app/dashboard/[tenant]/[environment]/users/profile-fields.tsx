import { Field } from "@/app/dashboard/_parts/field";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { UserFields } from "@/lib/core/users/user";

/** Fields of a user that the tenant sets. */
export async function ProfileFields({ user }: { user?: UserFields }) {
  const { t } = await wordsOf("users");
  return (
    <div className="grid items-end gap-6 sm:grid-cols-2">
      <Field
        label={t("profileFields.email")}
        name="email"
        type="email"
        hint={user && t("profileFields.emailHint")}
        defaultValue={user?.email}
        required
        maxLength={254}
      />
      <Field
        label={t("profileFields.name")}
        name="displayName"
        defaultValue={user?.displayName ?? ""}
        maxLength={200}
      />
      <Field
        label={t("profileFields.externalId")}
        name="externalId"
        hint={t("profileFields.externalIdHint")}
        defaultValue={user?.externalId ?? ""}
        maxLength={255}
        mono
      />
      <Field
        label={t("profileFields.locale")}
        name="locale"
        hint={t("profileFields.localeHint")}
        defaultValue={user?.locale ?? ""}
        maxLength={35}
        mono
      />
    </div>
  );
}
