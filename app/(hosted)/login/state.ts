import type { Problem } from "@/app/_components/problem";

/** What came of sending a form of the sign-in. */
export interface SignInState {
  /** What was typed, to be shown again; never a password. */
  email?: string;
  problem?: Problem;
  fields?: {
    email?: "emailEmpty" | "emailInvalid";
    password?: "passwordEmpty";
    code?: "codeEmpty" | "codeShape";
  };
  /** The sign-in is complete; a path of ours where it goes on. */
  moveOn?: string;
  resent?: boolean;
}
