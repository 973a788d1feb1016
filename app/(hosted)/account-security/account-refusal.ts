import type { PasswordRefusal } from "@/app/(hosted)/_link/password-refusal";
import type { Problem } from "@/lib/core/oidc/pages/problem";

/** Reasons for which the password was not changed. */
export interface AccountRefusal {
  current?: "empty" | "wrong";
  next?: "empty" | PasswordRefusal;
  problem?: Problem;
}
