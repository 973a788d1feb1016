"use client";

import { createContext, useContext } from "react";
import type { FormState } from "@/app/dashboard/_parts/form-state";

/** State of the form around a field. */
export const FormStateContext = createContext<FormState>({});

interface FieldState {
  problem?: string;
  given?: string;
  /** Whether it is the first wrong field: where no script runs, the page opens with the focus in it. */
  first: boolean;
}

/** Returns a field's state: the problem that its form found with it, and its previous text. */
export function useFieldState(name: string): FieldState {
  const state = useContext(FormStateContext);
  const { problems, given } = state;
  return {
    problem: problems?.[name],
    given: given && (given[name] ?? ""),
    first: firstWrong(state) === name,
  };
}

/** Returns the first wrong field of a form, if it was sent. */
export function firstWrong({ problems = {}, given = {} }: FormState): string | undefined {
  return Object.keys(problems).find((name) => name in given);
}
