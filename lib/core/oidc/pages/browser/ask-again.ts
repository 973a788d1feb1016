/** Keeps a browser from showing a private page as it was left (its back/forward cache takes pages that say `no-store`,
 *  too): the page hides as it goes, and asks for itself anew when it is brought back, so that whoever presses Back
 *  after a sign-out sees the sign-in. */
export function askAgain(): void {
  if (!document.body.hasAttribute("data-private")) return;
  addEventListener("pagehide", () => {
    document.body.hidden = true;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
