import type { FormState } from "@/app/dashboard/_parts/form-state";
import { later } from "@/app/dashboard/_words/later";

/** Whether what was typed into a `TypedConfirmation` is the word that it asked for. Case and surrounding
 *  space are forgiven: it asks for attention, not for a password. */
export function typedAsAsked(given: FormData | { confirmation?: string }, word: string): boolean {
  const typed = given instanceof FormData ? given.get("confirmation") : given.confirmation;
  if (typeof typed !== "string") return false;
  return typed.trim().toLowerCase() === word.trim().toLowerCase();
}

/** What is said when it is not. */
export const notTypedAsAsked: FormState = {
  problem: later("frame", "fields.notTyped"),
  problems: { confirmation: later("frame", "fields.typeExactly") },
};
