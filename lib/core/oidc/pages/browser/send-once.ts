import { each } from "@/lib/core/oidc/pages/browser/each";

/** Sends each form once: another press during the request does nothing. The button stays focusable, so that
 *  the keyboard does not lose its place. Without a connection nothing is sent, and the input stays. */
export function sendOnce(): void {
  const offline = document.getElementById("offline");
  each<HTMLFormElement>("form", (form) => {
    form.addEventListener("submit", (event) => {
      if (form.hasAttribute("data-sent")) return event.preventDefault();
      if (offline) offline.hidden = navigator.onLine;
      if (!navigator.onLine) {
        event.preventDefault();
        return offline?.focus();
      }
      form.setAttribute("data-sent", "");
      if (event.submitter) markBusy(event.submitter);
    });
  });
  addEventListener("online", () => {
    if (offline) offline.hidden = true;
  });
  // A browser may restore the page in its old state.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) each("form", release);
  });
}

function markBusy(button: HTMLElement): void {
  const working = document.createElement("span");
  working.className = "working";
  working.innerHTML = '<span class="spinner"></span><span class="unseen"></span>';
  if (working.lastElementChild)
    working.lastElementChild.textContent = document.body.dataset.working ?? "";
  button.prepend(working);
  button.ariaDisabled = "true";
}

function release(form: HTMLElement): void {
  form.removeAttribute("data-sent");
  for (const button of form.querySelectorAll("[aria-disabled]")) {
    button.removeAttribute("aria-disabled");
    button.querySelector(".working")?.remove();
  }
}
