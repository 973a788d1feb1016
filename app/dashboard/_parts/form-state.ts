/** What a form shows after it was sent: what is wrong (in all, and by field), what was typed, what was done. */
export interface FormState {
  problem?: string;
  problems?: Record<string, string>;
  given?: Record<string, string>;
  done?: string;
}

/** A server action that a form hands its fields to; its state may say more than any form's. */
export type FormAction<State extends FormState = FormState> = (
  state: State,
  form: FormData,
) => Promise<State>;
