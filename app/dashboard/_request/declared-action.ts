import type { z } from "zod";
import type { FormAction, FormState } from "@/app/dashboard/_parts/form-state";
import type { Translator } from "@/app/dashboard/_words/words-of";
import type { AdministratorRole } from "@/lib/core/administrators/administrator";

/** Declaration of a server action. Every action of the dashboard is made with one, and tests call each by
 *  it. */
export interface DeclaredAction {
  /** The smallest role that may call it, an operator, or any administrator, about themselves. */
  by: AdministratorRole | "operator" | "oneself";
  /** The form that it takes. */
  schemaIn: (t: Translator<"operator">) => z.ZodObject;
}

/** Has an action say of itself who may call it, and with what form. */
export function declaring<State extends FormState>(
  declared: DeclaredAction,
  action: FormAction<State>,
): FormAction<State> {
  return Object.assign(action, { declared });
}
