/** A field of a user's profile: a line of text that the tenant sets, or null. */
export interface ProfileFieldRule {
  /** Name of its column, and of the field on the wire. */
  column: string;
  /** Maximum length, in characters. */
  longest: number;
  /** Format, where a line of text is not enough. */
  format?: { pattern: RegExp; problem: string };
  /** Whether it is for machines: shown as code, with a hint. */
  isCode?: true;
  /** Descriptions in the API, of the stored value and of one in a body; by default those of all fields with
   *  this name (contract/field-descriptions). */
  description?: { stored: string; input: string };
  /** Value of the user in the API's examples. */
  example: string | null;
}

/** The profile of a user, in the API's order. Everything that lists its fields is derived from this table:
 *  columns, shapes of the wire, files of imports and exports, forms. A further field takes a line here, its
 *  column in the tables `users` and `user_import_lines`, and its texts in the dashboard's languages. */
export const profileFields = {
  displayName: { column: "display_name", longest: 200, example: "Mara Lind" },
  externalId: { column: "external_id", longest: 255, isCode: true, example: null },
  locale: {
    column: "locale",
    longest: 35,
    format: {
      pattern: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/,
      problem: "must be a language tag such as en or pt-BR",
    },
    isCode: true,
    description: {
      stored: "The language of emails to the user, as a language tag; null for the tenant's.",
      input: "The language of emails to this user.",
    },
    example: null,
  },
} as const satisfies Record<string, ProfileFieldRule>;

type Table = typeof profileFields;
export type ProfileField = keyof Table;
type Column = Table[ProfileField]["column"];
type With<Trait> = {
  [Name in ProfileField]: Table[Name] extends Trait ? Name : never;
}[ProfileField];

/** A user's profile, and the same by columns. */
export type Profile = Record<ProfileField, string | null>;
export type ProfileColumns = Record<Column, string | null>;

export const profileNames = Object.keys(profileFields) as ProfileField[];

/** Returns a value for each field of the profile. */
export function eachField<T>(value: (name: ProfileField, rule: ProfileFieldRule) => T) {
  const entries = profileNames.map((name) => [name, value(name, profileFields[name])] as const);
  return Object.fromEntries(entries) as Record<ProfileField, T>;
}

/** Returns a value for each field of the profile, by column. */
export function eachColumn<T>(value: (rule: ProfileFieldRule, name: ProfileField) => T) {
  const entries = profileNames.map((name) => {
    const rule: ProfileFieldRule = profileFields[name];
    return [rule.column, value(rule, name)] as const;
  });
  return Object.fromEntries(entries) as Record<Column, T>;
}

/** Returns the profile by columns. */
export function profileColumns(profile: Profile): ProfileColumns {
  return eachColumn((_, name) => profile[name]);
}

/** Returns the profile from its columns. Absent fields are null. */
export function profileOf(columns: { [Name in Column]?: string | null | undefined }): Profile {
  return eachField((name) => columns[profileFields[name].column] ?? null);
}

/** Whether a field is for machines. */
export function isCode(name: ProfileField): name is With<{ isCode: true }> {
  return "isCode" in profileFields[name];
}

/** Whether a field has a format. */
export function hasFormat(name: ProfileField): name is With<{ format: object }> {
  return "format" in profileFields[name];
}
