import { useEffect, useRef, useState } from "react";
import { UnreadableFile } from "./browser/log-files";
import { type Step, unable, wrong } from "./browser/step";
import type { VerifierEvidence } from "./browser/verify-checkpoint";
import type { Progress } from "./browser/verify-log";

/** Generator that verifies, a step at a time. */
type Verify = (
  brought: VerifierEvidence,
  signal: AbortSignal,
) => AsyncGenerator<Step | Progress, void>;

/** State of a verification. */
export interface Verification {
  phase: "waiting" | "working" | "stopped" | "done";
  steps: readonly Step[];
  progress: Progress | null;
}

/** Runs a verification, one at a time, and aborts it with the page. */
export function useVerification(verify: Verify) {
  const [state, setState] = useState<Verification>({ phase: "waiting", steps: [], progress: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (brought: VerifierEvidence) => {
    const control = new AbortController();
    running.current = control;
    setState({ phase: "working", steps: [], progress: null });
    const note = (step: Step) => setState((now) => ({ ...now, steps: [...now.steps, step] }));
    try {
      for await (const report of verify(brought, control.signal)) {
        if ("done" in report) setState((now) => ({ ...now, progress: report }));
        else note(report);
      }
    } catch (error) {
      if (control.signal.aborted) return setState((now) => ({ ...now, phase: "stopped" }));
      if (!(error instanceof UnreadableFile)) throw error;
      note(problemOf(error));
    }
    setState((now) => ({ ...now, phase: "done" }));
  };
  return { ...state, start, stop: () => running.current?.abort() };
}

function problemOf({ file, because }: UnreadableFile): Step {
  if (because === "signedOut" || because === "rounded") return unable(because);
  return because === "missing" ? wrong("fileMissing", { file }) : unable("fileUnread", { file });
}
