/** Continues without a form when the person has signed in in another tab, which is checked whenever they
 *  return to this one. A failed check is repeated at the next return; meanwhile the form stays usable. */
export function goOnElsewhere(): void {
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
