import { NameAndKey } from "@/app/dashboard/_nouns/name-and-key";
import { Field, TextArea } from "@/app/dashboard/_parts/field";
import type { RoleFields as Fields } from "@/lib/roles/role";

/** What a tenant decides about a role, its apps aside. */
export function RoleFields({ role }: { role?: Fields }) {
  return (
    <>
      {role ? (
        <>
          <Field label="Name" name="name" defaultValue={role.name} required maxLength={200} />
          <Field
            label="Key"
            name="key"
            hint="How your code names it. Unique in this environment."
            defaultValue={role.key}
            required
            maxLength={64}
            mono
          />
        </>
      ) : (
        <NameAndKey hint="How your code names it. Unique in this environment." />
      )}
      <Field
        label="Description"
        name="description"
        defaultValue={role?.description ?? ""}
        maxLength={1000}
      />
      <TextArea
        label="Permissions"
        name="permissions"
        hint="Your own words, a line each, such as reports:read. Tokens carry them; nothing here reads a meaning into them."
        defaultValue={role?.permissions.join("\n")}
        rows={5}
        mono
      />
    </>
  );
}
