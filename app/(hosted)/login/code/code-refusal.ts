import type { Problem } from "@/lib/core/oidc/pages/problem";

/** Reasons for which the form is shown again. */
export interface CodeRefusal {
  wrong?: "codeEmpty" | "codeShape";
  problem?: Problem;
}
