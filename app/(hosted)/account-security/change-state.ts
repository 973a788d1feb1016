import type { Problem } from "@/app/_components/problem";
import type { PasswordRefusal } from "@/app/(hosted)/_link/password-refusal";

/** What came of asking for another password, when it was not taken. */
export interface ChangeState {
  fields?: { current?: "empty" | "wrong"; new?: "empty" | PasswordRefusal };
  problem?: Problem;
}
