import type { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { AdministratorRole } from "@/lib/core/administrators/administrator";

/** Declaration of a server action. Every action of the dashboard is made with one, and tests call each by
 *  it. */
export interface DeclaredAction {
  /** Smallest role that may call it, an operator, or any administrator on their own account. */
  by: AdministratorRole | "operator" | "oneself";
  /** Schema of its form. */
  schemaIn: (t: Translator<"operator">) => z.ZodObject;
}

/** Declares who may call an action, and with which form. */
export function declareAction<State extends FormState>(
  declared: DeclaredAction,
  action: FormAction<State>,
): FormAction<State> {
  return Object.assign(action, { declared });
}
