/** Goes on without asking once the person has signed in in another tab: looked up whenever they come back to this
 *  one. Whoever can't be asked now is asked when they come back again; the form is there meanwhile. */
export function goOnElsewhere(): void {
  const { elsewhere } = document.body.dataset;
  if (!elsewhere) return;
  let asking = false;
  const look = async () => {
    if (asking || document.visibilityState !== "visible") return;
    asking = true;
    try {
      const answer = await fetch(elsewhere, { cache: "no-store" });
      // The page itself says where it goes on.
      if (answer.ok && (await answer.json()).signedIn) location.replace(location.href);
    } catch {}
    asking = false;
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  addEventListener("pageshow", ({ persisted }) => persisted && look());
}
