import type { DashboardProof } from "@/lib/core/administrators/live-administrator";

/** What a form shows after it was sent: what is wrong (in all, and by field), what was typed, what was done. */
export interface FormState {
  problem?: string;
  problems?: Record<string, string>;
  given?: Record<string, string>;
  /** What was done, in a sentence that names it: said above the heading of the page that shows next. */
  done?: string;
  /** The page that shows next, where it is another than the form's. */
  goTo?: string;
  /** A fresh proof that is asked for before what the form says is done. */
  proof?: ProofAsked;
}

/** How an administrator is asked to prove again who they are. */
export interface ProofAsked {
  by: DashboardProof;
  /** What else would do, strongest first. */
  others: DashboardProof[];
  /** Whose password, or where the code went. */
  email: string;
  /** What the browser asks for a passkey with. */
  passkey?: { token: string; options: PublicKeyCredentialRequestOptionsJSON };
  /** Why no code was sent, and whether the last one works; left out when one was sent. */
  withheld?: string | undefined;
  /** Why the proof before was turned down. */
  problem?: string;
}

/** A server action that a form hands its fields to; its state may say more than any form's. */
export type FormAction<State extends FormState = FormState> = (
  state: State,
  form: FormData,
) => Promise<State>;
