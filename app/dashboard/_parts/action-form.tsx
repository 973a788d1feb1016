"use client";

import { type ReactNode, useActionState } from "react";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { FormStateContext } from "@/app/dashboard/_parts/form-state-context";
import { Submit, type Tone } from "@/app/dashboard/_parts/submit";

export type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";

interface Props<State extends FormState> {
  action: FormAction<State>;
  /** What the button says. */
  submit: string;
  tone?: Tone;
  /** What this row's button is about, read aloud: tells it from the same button of another row. */
  named?: string;
  /** The fields; a server page hands them over as they are, a client one may read the state. */
  children?: ReactNode | ((state: State) => ReactNode);
  /** What stands in the form's place once it has come to something; from client components only. */
  instead?: (state: State) => ReactNode;
  /** Stands beside the button: a way back, say. */
  beside?: ReactNode;
  className?: string;
}

/** A form of a server action: says what is wrong and focuses it, brings back what was typed, says what was
 *  done. Works without scripts too. */
export function ActionForm<State extends FormState = FormState>(props: Props<State>) {
  const { action, submit, tone, named, children, instead, beside } = props;
  const { className = "space-y-6" } = props;
  const [state, send] = useActionState<State, FormData>(
    action as (state: Awaited<State>, form: FormData) => Promise<State>,
    {} as Awaited<State>,
  );
  const replaced = instead?.(state);
  if (replaced) return replaced;
  return (
    <form action={send} className={className}>
      <FormProblem problem={state.problem} at={state} />
      {state.done && <Done>{state.done}</Done>}
      <FormStateContext value={state}>
        {typeof children === "function" ? children(state) : children}
      </FormStateContext>
      <div className="flex flex-wrap items-center gap-3">
        <Submit tone={tone} named={named}>
          {submit}
        </Submit>
        {beside}
      </div>
    </form>
  );
}

function Done({ children }: { children: string }) {
  return (
    <p
      role="status"
      className="rounded-lg bg-green-50 p-3 text-sm wrap-anywhere text-green-900 dark:bg-green-950 dark:text-green-200"
    >
      {children}
    </p>
  );
}
