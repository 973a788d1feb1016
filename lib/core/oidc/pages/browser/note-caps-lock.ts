import { each } from "@/lib/core/oidc/pages/browser/each";

/** Shows beside a password field that Caps Lock is on, while the user types. */
export function noteCapsLock(): void {
  each<HTMLElement>("[data-caps]", (status) => {
    const field = document.getElementById(status.dataset.for ?? "");
    const note = (event: Event) => {
      const on = event instanceof KeyboardEvent && event.getModifierState("CapsLock");
      status.textContent = on ? (status.dataset.caps ?? "") : "";
    };
    for (const type of ["keydown", "keyup", "blur"]) field?.addEventListener(type, note);
  });
}
