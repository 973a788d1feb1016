import type { FormState } from "@/app/dashboard/_parts/form-state";
import { givenIn } from "@/app/dashboard/_request/form-fields";
import { saidInForm } from "@/app/dashboard/_request/said-in-form";
import { later } from "@/app/dashboard/_words/later";
import { dangerRefusedFrom } from "@/lib/core/administrators/factor-duty";
import type { LiveAdministrator } from "@/lib/core/administrators/live-administrator";
import { now } from "@/lib/kernel/clock";
import { config } from "@/lib/kernel/config/config";

/** Whether something dangerous is refused because whoever asks for it has had their days without a factor.
 *  @param since when they became what they act as
 *  @returns what the form shows then, with everything that was typed; null when it may go on */
export async function factorMissing(
  { lacksFactor }: LiveAdministrator,
  form: FormData,
  since: () => Promise<Date | null>,
): Promise<FormState | null> {
  const began = lacksFactor ? await since() : null;
  const from = began && dangerRefusedFrom(began, config());
  if (!from || now() < from) return null;
  const problem = later("frame", "problem.factorNeeded");
  return saidInForm({ given: givenIn(form), problem });
}
