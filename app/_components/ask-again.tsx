"use client";

import { useEffect } from "react";

/** Keeps a browser from showing a page as it was left (its back/forward cache stores pages with `no-store`,
 *  too): the page hides when the user leaves it, and reloads when it is restored, so that Back after a
 *  sign-out leads to the sign-in. */
export function AskAgain() {
  useEffect(() => {
    const root = document.documentElement;
    const hide = () => {
      root.style.visibility = "hidden";
    };
    const askAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", askAgain);
    return () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", askAgain);
    };
  }, []);
  return null;
}
