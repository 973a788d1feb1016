"use client";

import { createContext, useContext } from "react";
import type { FormState } from "@/app/dashboard/_parts/form-state";

/** The state of the form that a field stands in. */
export const FormStateContext = createContext<FormState>({});

/** What a field shows: the problem that its form found with it, and what was typed into it before. */
export function useFieldState(name: string): { problem?: string; given?: string } {
  const { problems, given } = useContext(FormStateContext);
  return { problem: problems?.[name], given: given && (given[name] ?? "") };
}
