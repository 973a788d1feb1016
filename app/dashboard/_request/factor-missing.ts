import type { FormState } from "@/app/dashboard/_parts/form-state";
import { typedWithoutConfirmation } from "@/app/dashboard/_request/form-fields";
import { translateFormState } from "@/app/dashboard/_request/said-in-form";
import { later } from "@/app/dashboard/_words/later";
import { dangerRefusedFrom } from "@/lib/core/administrators/factor-duty";
import type { LiveAdministrator } from "@/lib/core/administrators/live-administrator";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";

/** Whether something dangerous is refused because the administrator's grace period without a factor is over.
 *  @param since start of their role
 *  @returns the form's state, with all typed texts; null when they may continue */
export async function factorMissing(
  { lacksFactor }: LiveAdministrator,
  form: FormData,
  since: () => Promise<Date | null>,
): Promise<FormState | null> {
  const began = lacksFactor ? await since() : null;
  const from = began && dangerRefusedFrom(began, config());
  if (!from || now() < from) return null;
  const problem = later("frame", "problem.factorNeeded");
  return translateFormState({ given: typedWithoutConfirmation(form), problem });
}
