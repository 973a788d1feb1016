import { type ProfileField, profileFields, profileNames } from "@/lib/core/users/fields";
import { identifier, join, type Sql, sql } from "@/lib/kernel/db/queryable";

/** Composes a part of a statement for each field of the profile. */
export function profileSql(part: (column: Sql, name: ProfileField) => Sql, separator = ", "): Sql {
  const parts = profileNames.map((name) => part(identifier(profileFields[name].column), name));
  return join(parts, separator);
}

/** The columns of the profile, and the same of the table with the alias `u`. */
export const profileList = profileSql((column) => column);
export const userProfileList = profileSql((column) => sql`u.${column}`);
