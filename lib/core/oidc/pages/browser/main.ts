import { countDown } from "@/lib/core/oidc/pages/browser/count-down";
import { each } from "@/lib/core/oidc/pages/browser/each";
import { sendOnce } from "@/lib/core/oidc/pages/browser/send-once";
import { usePasskey } from "@/lib/core/oidc/pages/browser/use-passkey";
import { typedCode } from "@/lib/core/one-time-codes/typed-code";

// Everything that runs in a browser on the hosted pages. It is optional: each page works without scripts.
revealPasswords();
noteCapsLock();
countDown();
sendOnce();
sendWholeCode();
goOnElsewhere();
askAgain();
copyText();
// biome-ignore lint/correctness/useHookAtTopLevel: nothing of React is here
usePasskey();

/** Stops a browser from showing an old copy of a private page from its back/forward cache, which also stores
 *  pages with `no-store`. The page hides when it is left and reloads when it is restored, so that Back after
 *  a sign-out shows the sign-in. */
function askAgain(): void {
  if (!document.body.hasAttribute("data-private")) return;
  addEventListener("pagehide", () => {
    document.body.hidden = true;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** Copies a button's text, and shows that in its place. */
function copyText(): void {
  each<HTMLButtonElement>("[data-copy]", (button) => {
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? "");
      if (button.firstElementChild)
        button.firstElementChild.textContent = button.dataset.done ?? "";
    };
  });
}

/** Continues without a form when the person has signed in in another tab, which is checked whenever they
 *  return to this one. A failed check is repeated at the next return; meanwhile the form stays usable. */
function goOnElsewhere(): void {
  const { elsewhere } = document.body.dataset;
  if (!elsewhere) return;
  let asking = false;
  const look = async () => {
    if (asking || document.visibilityState !== "visible") return;
    asking = true;
    try {
      const answer = await fetch(elsewhere, { cache: "no-store" });
      // The page's own address continues the sign-in.
      if (answer.ok && (await answer.json()).signedIn) location.replace(location.href);
    } catch {}
    asking = false;
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
}

/** Shows beside a password field that Caps Lock is on, while the user types. */
function noteCapsLock(): void {
  each<HTMLElement>("[data-caps]", (status) => {
    const field = document.getElementById(status.dataset.for ?? "");
    const note = (event: Event) => {
      const on = event instanceof KeyboardEvent && event.getModifierState("CapsLock");
      status.textContent = on ? (status.dataset.caps ?? "") : "";
    };
    for (const type of ["keydown", "keyup", "blur"]) field?.addEventListener(type, note);
  });
}

/** Shows a password while its button is pressed, and hides it again. */
function revealPasswords(): void {
  each<HTMLButtonElement>(".reveal", (button) => {
    const field = button.previousElementSibling as HTMLInputElement;
    button.onclick = () => {
      const shown = button.toggleAttribute("data-shown");
      field.type = shown ? "text" : "password";
      button.ariaLabel = (shown ? button.dataset.hide : button.dataset.show) ?? "";
    };
  });
}

/** Submits a code after its last digit, typed, pasted or filled in by the system. Deleting
 *  digits submits nothing. */
function sendWholeCode(): void {
  each<HTMLInputElement>("[data-digits]", (field) => {
    field.addEventListener("input", (event) => {
      if ((event as InputEvent).inputType?.startsWith("delete")) return;
      if (typedCode(field.value, Number(field.dataset.digits)).wrong === null)
        field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>("[value=enter]"));
    });
  });
}
