import { each } from "@/lib/core/oidc/pages/browser/each";

/** Copies a button's text, and shows that in its place. */
export function copyText(): void {
  each<HTMLButtonElement>("[data-copy]", (button) => {
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? "");
      if (button.firstElementChild)
        button.firstElementChild.textContent = button.dataset.done ?? "";
    };
  });
}
