import { each } from "@/lib/core/oidc/pages/browser/each";
import { typedCode } from "@/lib/core/one-time-codes/typed-code";

/** Submits a code after its last digit, typed, pasted or filled in by the system. Deleting
 *  digits submits nothing. */
export function sendWholeCode(): void {
  each<HTMLInputElement>("[data-digits]", (field) => {
    field.addEventListener("input", (event) => {
      if ((event as InputEvent).inputType?.startsWith("delete")) return;
      if (typedCode(field.value, Number(field.dataset.digits)).wrong === null)
        field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>("[value=enter]"));
    });
  });
}
