import type { FormState } from "@/app/dashboard/_parts/form-state";
import { later } from "@/app/dashboard/_words/later";

/** Whether the text in a `TypedConfirmation` is the required word. Case and surrounding space don't matter:
 *  it asks for attention, not for a password. */
export function matchesConfirmation(
  input: FormData | { confirmation?: string },
  word: string,
): boolean {
  const typed = input instanceof FormData ? input.get("confirmation") : input.confirmation;
  if (typeof typed !== "string") return false;
  return typed.trim().toLowerCase() === word.trim().toLowerCase();
}

/** Form state when it is not. */
export const confirmationMismatch: FormState = {
  problem: later("frame", "fields.notTyped"),
  problems: { confirmation: later("frame", "fields.typeExactly") },
};
