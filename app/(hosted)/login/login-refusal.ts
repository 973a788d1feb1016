import type { Problem } from "@/lib/core/oidc/pages/problem";

/** Reasons for which the form is shown again, with what was typed; never the password. */
export interface LoginRefusal {
  email: string;
  fields?: { email: "emailEmpty" | "emailInvalid" | null; password: "passwordEmpty" | null };
  problem?: Problem;
}
