import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import type { PasswordRefusal } from "@/lib/kernel/errors";

/** Returns why a new password was refused, in the reader's language; null when it was fine. */
export function refusedPassword(
  { t }: PageLook,
  wrong: PasswordRefusal | "empty" | undefined,
): string | null {
  if (!wrong) return null;
  if (wrong === "empty") return t("problem.passwordEmpty");
  return t(`passwordRefusal.${wrong.why}`, { count: wrong.count ?? 0 });
}
