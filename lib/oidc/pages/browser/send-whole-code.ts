import { each } from "@/lib/oidc/pages/browser/each";

/** Sends a code once its last digit is there, typed, pasted or filled in by the system. Taking digits away sends
 *  nothing. */
export function sendWholeCode(): void {
  each<HTMLInputElement>("[data-digits]", (field) => {
    field.addEventListener("input", (event) => {
      if ((event as InputEvent).inputType?.startsWith("delete")) return;
      const digits = field.value.normalize("NFKC").replace(/[\s-]/g, "");
      if (/^\d+$/.test(digits) && digits.length === Number(field.dataset.digits))
        field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>("[value=enter]"));
    });
  });
}
