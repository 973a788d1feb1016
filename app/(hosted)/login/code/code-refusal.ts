import type { Problem } from "@/lib/core/oidc/pages/problem";

/** Why the form is shown again. */
export interface CodeRefusal {
  wrong?: "codeEmpty" | "codeShape";
  problem?: Problem;
}
