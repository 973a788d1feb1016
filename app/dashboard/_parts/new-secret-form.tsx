"use client";

import { type ReactNode, useActionState } from "react";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import { primaryButton } from "@/app/dashboard/_parts/parts";
import { ShownOnce } from "@/app/dashboard/_parts/shown-once";

/** What making a secret came to: the secret, which is nowhere else, or why there is none. */
export type NewSecretState = { problem?: string; secret?: string };

type Props = {
  label: string;
  action: (state: NewSecretState, form: FormData) => Promise<NewSecretState>;
  /** Hidden fields that say where and for what. */
  children: ReactNode;
};

/** Makes a secret and shows it, once. */
export function NewSecretForm({ label, action, children }: Props) {
  const [state, submit, pending] = useActionState<NewSecretState, FormData>(action, {});
  return (
    <div className="space-y-4">
      <FormProblem problem={state.problem} />
      {state.secret && (
        <div role="status" className="space-y-3">
          <p>Copy it now. It is shown this once and kept nowhere.</p>
          <ShownOnce label={label} value={state.secret} />
        </div>
      )}
      <form action={submit}>
        {children}
        <button type="submit" disabled={pending} className={primaryButton}>
          New secret
        </button>
      </form>
    </div>
  );
}
