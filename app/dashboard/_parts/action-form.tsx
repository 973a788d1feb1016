"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { FormProblem } from "@/app/dashboard/_parts/form-problem";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import { FormStateContext } from "@/app/dashboard/_parts/form-state-context";
import { ProofDialog } from "@/app/dashboard/_parts/proof-dialog";
import { Submit, type Tone } from "@/app/dashboard/_parts/submit";
import { useFormAction } from "@/app/dashboard/_parts/use-form-action";

export type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";

interface Props<State extends FormState> {
  action: FormAction<State>;
  /** Label of the button. */
  submit: string;
  tone?: Tone;
  /** Subject of this row's button, for screen readers: tells it from the same button of another row. */
  named?: string;
  /** Fields; a server page passes them as nodes, a client component may pass a function of the state. */
  children?: ReactNode | ((state: State) => ReactNode);
  /** Content that replaces the form after success; from client components only. */
  instead?: (state: State) => ReactNode;
  /** Content beside the button: a link back, say. */
  beside?: ReactNode;
  className?: string;
}

/** Form of a server action: shows and focuses its problems, retains typed texts, asks for a fresh proof where
 *  one is required, and has the page show the result. Works without scripts too. */
export function ActionForm<State extends FormState = FormState>(props: Props<State>) {
  const { action, submit, tone, named, children, instead, beside } = props;
  const { className = "space-y-6" } = props;
  const { state, answered, form, dismissProof } = useFormAction(action);
  const replaced = instead?.(state);
  if (replaced) return answered ? <Answer>{replaced}</Answer> : replaced;
  return (
    // An answer shows although the form is folded away (globals.css): without scripts the page is a new one.
    <form {...form} data-answered={hasAnswer(state) || undefined} className={className}>
      {state.proof && <ProofDialog proof={state.proof} onCancel={dismissProof} />}
      <FormProblem problem={state.problem} at={state} />
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

function hasAnswer({ problem, given, proof }: FormState): boolean {
  return Boolean(problem || given || proof);
}

/** Result that replaces a form. It takes the focus, so that reading goes on at its beginning. */
function Answer({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      {children}
    </div>
  );
}
