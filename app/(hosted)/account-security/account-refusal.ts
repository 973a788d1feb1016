import type { Problem } from "@/lib/core/oidc/pages/problem";
import type { PasswordRefusal } from "@/lib/kernel/errors";

/** Reasons for which the password was not changed. */
export interface AccountRefusal {
  current?: "empty" | "wrong";
  next?: "empty" | PasswordRefusal;
  problem?: Problem;
}
