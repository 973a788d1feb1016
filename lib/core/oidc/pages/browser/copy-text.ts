import { each } from "@/lib/core/oidc/pages/browser/each";

/** Copies what a button has, and says so in its place. */
export function copyText(): void {
  each<HTMLButtonElement>("[data-copy]", (button) => {
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? "");
      if (button.firstElementChild)
        button.firstElementChild.textContent = button.dataset.done ?? "";
    };
  });
}
