import type { Translator } from "@/app/dashboard/_words/words-of";

/** Roles of administrators to choose from, each with its rights. */
export function roleOptions(t: Translator<"users">) {
  const roles = ["viewer", "admin", "owner"] as const;
  return roles.map((value) => ({ value, name: t(`administrators.roleOptions.${value}`) }));
}
