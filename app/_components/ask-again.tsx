"use client";

import { useEffect } from "react";

/** Keeps a browser from showing a page as it was left (its back/forward cache takes pages that say `no-store`, too):
 *  the page hides as it goes, and asks for itself anew when it is brought back, so that whoever presses Back after
 *  a sign-out sees the sign-in. */
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
