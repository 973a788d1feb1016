import type { FormState } from "@/app/dashboard/_parts/form-state";

/** Whether what was typed into a `TypedConfirmation` is the word that it asked for. Case and surrounding
 *  space are forgiven: it asks for attention, not for a password. */
export function typedAsAsked(given: FormData | { confirmation?: string }, word: string): boolean {
  const typed = given instanceof FormData ? given.get("confirmation") : given.confirmation;
  if (typeof typed !== "string") return false;
  return typed.trim().toLowerCase() === word.trim().toLowerCase();
}

/** What is said when it is not. */
export const notTypedAsAsked: FormState = {
  problem: "What you typed is not the name that was asked for. Nothing was changed.",
  problems: { confirmation: "Type the name exactly." },
};
