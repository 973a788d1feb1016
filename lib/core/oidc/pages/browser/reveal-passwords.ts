import { each } from "@/lib/core/oidc/pages/browser/each";

/** Shows a password while its button is pressed, and hides it again. */
export function revealPasswords(): void {
  each<HTMLButtonElement>(".reveal", (button) => {
    const field = button.previousElementSibling as HTMLInputElement;
    button.onclick = () => {
      const shown = button.toggleAttribute("data-shown");
      field.type = shown ? "text" : "password";
      button.ariaLabel = (shown ? button.dataset.hide : button.dataset.show) ?? "";
    };
  });
}
