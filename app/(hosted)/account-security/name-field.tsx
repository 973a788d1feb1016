import { FACTOR_NAME_LENGTH } from "@/lib/core/factors/owned-factor";
import { Field } from "@/lib/core/oidc/pages/field";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";

interface Props {
  look: PageLook;
  of: "passkey" | "app";
  name: string;
}

/** Field for the user's own name of a passkey or an app. */
export function NameField({ look: { t }, of, name }: Props) {
  return (
    <Field
      name="name"
      label={t(`security.${of}.name`)}
      hint={t(`security.${of}.nameHint`)}
      defaultValue={name}
      maxLength={FACTOR_NAME_LENGTH}
      autoComplete="off"
    />
  );
}

/** Returns the typed name, cut to the longest allowed length. */
export function typedName(field: string): string {
  return [...field.trim()].slice(0, FACTOR_NAME_LENGTH).join("");
}
