import { each } from "@/lib/core/oidc/pages/browser/each";

/** Counts down the server's waiting time, by the clock and not by ticks: a background tab rarely runs. */
export function countDown(): void {
  each<HTMLElement>("[data-wait]", (text) => {
    const shown = text.querySelector("[data-seconds]");
    const end = Date.now() + Number(text.dataset.wait) * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      if (left > 0) {
        const seconds = String(left % 60).padStart(2, "0");
        if (shown) shown.textContent = `${Math.floor(left / 60)}:${seconds}`;
        return;
      }
      clearInterval(timer);
      over(text);
    }, 250);
  });
}

/** Enables the button that waited, or shows that the time is over. */
function over(text: HTMLElement): void {
  if (text.dataset.after) text.textContent = text.dataset.after;
  else {
    text.parentElement?.removeAttribute("data-waiting");
    text.remove();
  }
}
