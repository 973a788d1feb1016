import { Field } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { isCode, profileFields, profileNames } from "@/lib/core/users/fields";
import type { UserFields } from "@/lib/core/users/user";

/** Fields of a user that the tenant sets. */
export async function ProfileFields({ user }: { user?: UserFields }) {
  const { t, texts } = await wordsOf("users");
  const field = fieldsOf(texts.profileFields);
  return (
    <div className="grid items-end gap-6 sm:grid-cols-2">
      <Field
        {...field("email")}
        type="email"
        hint={user && t("profileFields.emailHint")}
        defaultValue={user?.email}
        required
        maxLength={254}
      />
      {profileNames.map((name) => (
        <Field
          key={name}
          label={t(`profileFields.${name}`)}
          name={name}
          hint={isCode(name) && t(`profileFields.${name}Hint`)}
          defaultValue={user?.[name] ?? ""}
          maxLength={profileFields[name].longest}
          mono={isCode(name)}
        />
      ))}
    </div>
  );
}
