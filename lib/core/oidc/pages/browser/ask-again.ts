/** Stops a browser from showing an old copy of a private page from its back/forward cache, which also stores
 *  pages with `no-store`. The page hides when it is left and reloads when it is restored, so that Back after
 *  a sign-out shows the sign-in. */
export function askAgain(): void {
  if (!document.body.hasAttribute("data-private")) return;
  addEventListener("pagehide", () => {
    document.body.hidden = true;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
