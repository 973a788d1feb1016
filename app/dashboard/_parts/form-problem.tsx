"use client";

import { useEffect, useRef } from "react";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { firstWrong } from "@/app/dashboard/_parts/form-state-context";

interface Props {
  problem: string | undefined;
  /** State in which the problem was found; another state focuses it again, though the text is the same. */
  at: FormState;
}

/** Problem of a form, announced by screen readers. The focus goes to the first wrong field, or here when
 *  there is none, so that the keyboard is where the reading goes on. */
export function FormProblem({ problem, at }: Props) {
  const alert = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second refusal with the same words is new
  useEffect(() => {
    if (problem) (firstWrongField(alert.current) ?? alert.current)?.focus();
  }, [problem, at]);
  if (!problem) return null;
  return (
    <p
      ref={alert}
      tabIndex={-1}
      role="alert"
      // biome-ignore lint/a11y/noAutofocus: where no script runs, nothing else takes the focus there
      autoFocus={firstWrong(at) === undefined}
      className="rounded-lg bg-red-50 p-3 text-sm wrap-anywhere text-red-900 dark:bg-red-950 dark:text-red-200"
    >
      {problem}
    </p>
  );
}

/** Returns the first wrong field of the form that has the problem. A group of checkboxes is wrong as a whole:
 *  its first one is focused. */
function firstWrongField(alert: HTMLElement | null): HTMLElement | null | undefined {
  const form = alert?.closest("form");
  return form?.querySelector<HTMLElement>("[aria-invalid=true], [data-wrong] input");
}
