"use client";

import type { ReactNode } from "react";
import { filesOf } from "./browser/log-files";
import { verifyLog } from "./browser/verify-log";
import type { ProofTexts } from "./proof-texts";
import { VerifyPanel } from "./verify-panel";

interface Props {
  /** Address of the trail. */
  trail: string;
  keys: string;
  texts: ProofTexts;
  children: ReactNode;
}

/** Verifies the whole log. */
export function VerifyLog({ trail, keys, texts, children }: Props) {
  return (
    <VerifyPanel
      trail={trail}
      keys={keys}
      texts={texts}
      does={texts.verify.log}
      about={texts.verify.logAbout}
      verified={texts.verdicts.log}
      run={(brought, signal) => verifyLog(filesOf(trail, signal), brought, signal)}
    >
      {children}
    </VerifyPanel>
  );
}
