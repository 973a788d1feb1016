import type { DashboardProof } from "@/lib/core/administrators/live-administrator";

/** State of a form after it was sent: its problems (overall, and by field), the typed texts, the result. */
export interface FormState {
  problem?: string;
  problems?: Record<string, string>;
  given?: Record<string, string>;
  /** Result, in a sentence that names it: shown above the heading of the page that shows next. */
  done?: string;
  /** Page that shows next, when it is another than the form's. */
  goTo?: string;
  /** Fresh proof that is required before the form's action is done. */
  proof?: ProofRequest;
}

/** Request for a fresh proof from an administrator. */
export interface ProofRequest {
  by: DashboardProof;
  /** Other accepted methods, strongest first. */
  others: DashboardProof[];
  /** Address whose password is required, or to which the code was sent. */
  email: string;
  /** Challenge for the browser's passkey. */
  passkey?: { token: string; options: PublicKeyCredentialRequestOptionsJSON };
  /** Reason for which no code was sent, and whether the last one still works; absent when one was sent. */
  withheld?: string | undefined;
  /** Reason for which the previous proof was refused. */
  problem?: string;
}

/** Server action of a form; its state may extend the common one. */
export type FormAction<State extends FormState = FormState> = (
  state: State,
  form: FormData,
) => Promise<State>;
