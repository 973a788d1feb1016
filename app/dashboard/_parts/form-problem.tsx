"use client";

import { useEffect, useRef } from "react";

interface Props {
  problem: string | undefined;
  /** What the problem was found in; another one focuses it again, though it says the same. */
  at?: unknown;
}

/** What is wrong with a form: said aloud, and focused so that the keyboard is where the reading goes on. */
export function FormProblem({ problem, at }: Props) {
  const alert = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second refusal with the same words is new
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem, at]);
  if (!problem) return null;
  return (
    <p
      ref={alert}
      tabIndex={-1}
      role="alert"
      className="rounded-lg bg-red-50 p-3 text-sm wrap-anywhere text-red-900 dark:bg-red-950 dark:text-red-200"
    >
      {problem}
    </p>
  );
}
