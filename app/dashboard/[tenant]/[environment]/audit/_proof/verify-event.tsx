"use client";

import type { ReactNode } from "react";
import { filesOf } from "./browser/log-files";
import { verifyEvent } from "./browser/verify-event";
import type { ProofTexts } from "./proof-texts";
import { VerifyPanel } from "./verify-panel";

interface Props {
  /** Address of the trail. */
  trail: string;
  eventId: string;
  /** Id of the element that shows the event as JSON. */
  recordId: string;
  keys: string;
  texts: ProofTexts;
  children: ReactNode;
}

/** Verifies an event exactly as the page shows it. */
export function VerifyEvent({ trail, eventId, recordId, keys, texts, children }: Props) {
  return (
    <VerifyPanel
      trail={trail}
      keys={keys}
      texts={texts}
      does={texts.verify.event}
      about={texts.verify.about}
      verified={texts.verdicts.event}
      run={(brought, signal) => {
        const shown = document.getElementById(recordId)?.textContent ?? "";
        return verifyEvent(filesOf(trail, signal), { id: eventId, shown }, brought);
      }}
    >
      {children}
    </VerifyPanel>
  );
}
