"use client";

import { useEffect, useRef } from "react";

/** What is wrong with a form: said aloud, and focused so that the keyboard is where the reading goes on. */
export function FormProblem({ problem }: { problem: string | undefined }) {
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (problem) alert.current?.focus();
  }, [problem]);
  if (!problem) return null;
  return (
    <p
      ref={alert}
      tabIndex={-1}
      role="alert"
      className="rounded-lg bg-red-50 p-3 text-sm text-red-900 dark:bg-red-950 dark:text-red-200"
    >
      {problem}
    </p>
  );
}
