import { Check, CircleQuestionMark, X } from "lucide-react";
import { filled } from "@/app/dashboard/_words/filled";
import type { Step } from "./browser/step";
import type { ProofTexts } from "./proof-texts";

const marks = {
  right: { Mark: Check, colour: "text-green-700 dark:text-green-400" },
  wrong: { Mark: X, colour: "text-red-700 dark:text-red-400" },
  unable: { Mark: CircleQuestionMark, colour: "text-amber-700 dark:text-amber-400" },
};

interface Props {
  steps: readonly Step[];
  /** Address of the trail. */
  trail: string;
  texts: ProofTexts;
}

/** Steps of a verification in their order, each with its result. */
export function StepList({ steps, trail, texts }: Props) {
  return (
    <ol aria-label={texts.verify.steps} className="space-y-2.5 text-sm">
      {steps.map((step, at) => {
        const { Mark, colour } = marks[step.outcome];
        const text = sentence(step, texts);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added, at the end
          <li key={at} className="flex items-start gap-2.5">
            <Mark aria-hidden className={`mt-0.5 size-4 shrink-0 ${colour}`} />
            <span
              className={`min-w-0 wrap-anywhere ${step.outcome === "wrong" ? "font-medium" : ""}`}
            >
              <span className="sr-only">{texts.outcomes[step.outcome]}: </span>
              {step.eventId ? (
                <a href={`${trail}/${step.eventId}`} className="underline underline-offset-4">
                  {text}
                </a>
              ) : (
                text
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function sentence({ says, values, parts = [] }: Step, texts: ProofTexts): string {
  const language = document.documentElement.lang;
  const number = new Intl.NumberFormat(`${language}-u-nu-latn`);
  const names = parts.map((part) => texts.parts[part]);
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number" ? number.format(value) : value,
  ]);
  const list = new Intl.ListFormat(language).format(names);
  return filled(texts.steps[says], { ...Object.fromEntries(shown), parts: list });
}
