import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { FormState } from "@/app/dashboard/_parts/form-state";
import { storeConfirmation } from "@/app/dashboard/_request/confirmation-cookie";
import { typedWithoutConfirmation } from "@/app/dashboard/_request/form-fields";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { PATH_HEADER } from "@/app/dashboard/_request/path-header";

/** Answers a form with the outcome. A refusal comes back with the typed texts. A result is shown above the
 *  heading of the page that shows next: by the form's script, or over a redirect where none runs, so that
 *  reloading the page sends nothing again.
 *  @param changed the path whose pages show something else now */
export async function conclude<State extends FormState>(
  outcome: State,
  form: FormData,
  changed: string,
): Promise<State> {
  if (outcome.problem || outcome.proof)
    return { given: typedWithoutConfirmation(form), ...outcome };
  const requestHeaders = await headers();
  if (outcome.done !== undefined && !requestHeaders.has("next-action")) {
    await storeConfirmation(outcome.done);
    redirect(outcome.goTo ?? ownPage(requestHeaders.get(PATH_HEADER) ?? undefined));
  }
  // The script loads the next page anew. The current one may be about something that is gone.
  if (outcome.goTo === undefined) revalidatePath(changed, "layout");
  else return { given: typedWithoutConfirmation(form), ...outcome };
  return outcome;
}
