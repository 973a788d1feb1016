import { Field } from "@/app/dashboard/_parts/field";
import type { UserFields } from "@/lib/users/user";

/** What a tenant decides about a user. */
export function ProfileFields({ user }: { user?: UserFields }) {
  return (
    <div className="grid items-end gap-6 sm:grid-cols-2">
      <Field
        label="Email address"
        name="email"
        type="email"
        hint={user && "Another address has to be verified anew; the old one is told of the change."}
        defaultValue={user?.email}
        required
        maxLength={254}
      />
      <Field
        label="Name"
        name="displayName"
        defaultValue={user?.displayName ?? ""}
        maxLength={200}
      />
      <Field
        label="External id"
        name="externalId"
        hint="What your own systems call the user, if they do."
        defaultValue={user?.externalId ?? ""}
        maxLength={255}
        mono
      />
      <Field
        label="Language of emails"
        name="locale"
        hint="A tag such as en or pt-BR; empty lets the service choose."
        defaultValue={user?.locale ?? ""}
        maxLength={35}
        mono
      />
    </div>
  );
}
