"use client";

import { useEffect, useState } from "react";
import type { SignInAddress } from "@/app/(hosted)/_interaction/sign-in-address";
import { signedInMeanwhile } from "@/app/(hosted)/login/already";

/** Where this sign-in goes on without asking, once the person has signed in in another tab: looked up whenever they
 *  come back to this one. Null while there is something to ask. */
export function useSignedInElsewhere({ interaction, client }: SignInAddress): string | null {
  const [to, setTo] = useState<string | null>(null);
  useEffect(() => {
    let asking = false;
    const look = async () => {
      if (asking || document.visibilityState !== "visible") return;
      asking = true;
      // Whoever can't be asked now is asked when they come back again; the form is there meanwhile.
      setTo(await signedInMeanwhile({ interaction, client }).catch(() => null));
      asking = false;
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("pageshow", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("pageshow", look);
    };
  }, [interaction, client]);
  return to;
}
