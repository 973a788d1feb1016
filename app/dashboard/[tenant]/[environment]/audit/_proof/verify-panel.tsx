"use client";

import { type ReactNode, useState } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { ShareBar } from "@/app/dashboard/_nouns/share-bar";
import { primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";
import { TextArea } from "@/app/dashboard/_parts/field";
import { fieldsOf } from "@/app/dashboard/_parts/field-texts";
import { filled } from "@/app/dashboard/_words/filled";
import { filesOf } from "./browser/log-files";
import { canVerify } from "./browser/pasted";
import { verifyEvent } from "./browser/verify-event";
import { verifyLog } from "./browser/verify-log";
import type { ProofTexts } from "./proof-texts";
import { StepList } from "./step-list";
import { useVerification, type Verification } from "./use-verification";

interface Props {
  /** Address of the trail. */
  trail: string;
  /** Event to verify, exactly as an element of the page shows it as JSON; without one, the whole log. */
  event?: { id: string; elementId: string };
  /** Keys that signed the checkpoint, one a line. */
  keys: string;
  texts: ProofTexts;
  /** Hints for users who run no scripts, or do not trust ours. */
  children: ReactNode;
}

/** Verifies an event or the log in the browser, and shows each step with its result. */
export function VerifyPanel({ trail, event, keys, texts, children }: Props) {
  const hydrated = useHydrated();
  const [brought, bring] = useState({ keys, kept: "" });
  const { start, stop, ...state } = useVerification((input, signal) => {
    const files = filesOf(trail, signal);
    if (!event) return verifyLog(files, input, signal);
    const shown = document.getElementById(event.elementId)?.textContent ?? "";
    return verifyEvent(files, { id: event.id, shown }, input);
  });
  const subject = event ? "event" : "log";
  const isWorking = state.phase === "working";
  const field = fieldsOf(texts.verify);
  return (
    <div className="space-y-5">
      <p className="max-w-2xl text-sm">{event ? texts.verify.about : texts.verify.logAbout}</p>
      {hydrated && !canVerify() && <p className="text-sm font-medium">{texts.verify.noHashes}</p>}
      {hydrated && canVerify() && (
        <>
          <details className="text-sm">
            <summary className="min-h-11 cursor-pointer content-center underline-offset-4 hover:underline">
              {texts.verify.more}
            </summary>
            <div className="mt-3 max-w-2xl space-y-5">
              <TextArea
                mono
                rows={2}
                {...field("keys", "key")}
                defaultValue={keys}
                onType={(text) => bring((now) => ({ ...now, keys: text }))}
              />
              <TextArea
                mono
                rows={5}
                {...field("kept")}
                onType={(text) => bring((now) => ({ ...now, kept: text }))}
              />
            </div>
          </details>
          <div className="flex flex-wrap gap-3">
            <button
              type="button"
              className={primaryButton}
              aria-disabled={isWorking}
              onClick={() => isWorking || start(brought)}
            >
              {state.phase === "waiting" || isWorking ? texts.verify[subject] : texts.verify.again}
            </button>
            {isWorking && (
              <button type="button" className={quietButton} onClick={stop}>
                {texts.verify.stop}
              </button>
            )}
          </div>
          <Outcome state={state} texts={texts} verified={texts.verdicts[subject]} />
          {state.steps.length > 0 && <StepList steps={state.steps} trail={trail} texts={texts} />}
        </>
      )}
      {children}
    </div>
  );
}

const tones = {
  right: "border-green-700 dark:border-green-500",
  wrong: "border-red-700 dark:border-red-500",
  unable: "border-amber-600 dark:border-amber-500",
};

/** Progress and result of a verification; screen readers announce changes. */
function Outcome({
  state: { phase, steps, progress },
  texts,
  verified,
}: {
  state: Verification;
  texts: ProofTexts;
  verified: string;
}) {
  const outcome = worstOf(steps);
  const verdicts = { ...texts.verdicts, right: verified };
  const stopped = outcome === "wrong" ? verdicts.stoppedWrong : verdicts.stopped;
  return (
    <>
      {progress && phase !== "done" && (
        <div className="max-w-md space-y-2 text-sm">
          <progress
            aria-label={texts.verify.progress}
            value={progress.done}
            max={progress.size}
            className="sr-only"
          />
          <ShareBar
            parts={[
              {
                share: (100 * progress.done) / progress.size,
                colour: "fill-neutral-900 dark:fill-neutral-100 forced-colors:fill-[Highlight]",
              },
            ]}
          />
          <p>
            {filled(texts.verify.progressOf, {
              done: shownNumber(progress.done),
              size: shownNumber(progress.size),
            })}
          </p>
        </div>
      )}
      <div role="status">
        {phase === "working" && <span className="text-sm">{verdicts.working}</span>}
        {phase === "stopped" && <p className="font-medium">{stopped}</p>}
        {phase === "done" && (
          <p className={`border-s-4 ps-3 font-medium ${tones[outcome]}`}>{verdicts[outcome]}</p>
        )}
      </div>
    </>
  );
}

function worstOf(steps: Verification["steps"]): "right" | "wrong" | "unable" {
  const outcomes = steps.map(({ outcome }) => outcome);
  if (outcomes.includes("wrong")) return "wrong";
  return outcomes.includes("unable") ? "unable" : "right";
}

const shownNumber = (number: number) =>
  new Intl.NumberFormat(`${document.documentElement.lang}-u-nu-latn`).format(number);
