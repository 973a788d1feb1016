"use client";

import { useState } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { filled } from "@/app/dashboard/_words/filled";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** Value that is shown once, ready to be copied. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  const hydrated = useHydrated();
  const texts = useFrameWords();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <div>
      <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
        <span className="text-sm font-medium">{label}</span>
        {hydrated && (
          <button
            type="button"
            className="min-h-11 shrink-0 rounded-md px-3 text-sm underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-blue-600"
            onClick={copy}
          >
            <span aria-hidden>{copied ? texts.copied : texts.copyShort}</span>
            <span className="sr-only">{filled(texts.copy, { what: label })}</span>
          </button>
        )}
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls (WCAG 2.1.1)
        tabIndex={0}
        // An element nearly as tall as the window would lie half under the header when it gets the focus
        // (WCAG 2.4.11).
        dir="ltr"
        className="max-h-[50dvh] overflow-auto rounded-lg bg-neutral-100 p-3 text-sm select-all focus-visible:outline-2 focus-visible:outline-blue-600 dark:bg-neutral-800"
      >
        {value}
      </pre>
      <span role="status" className="sr-only">
        {copied && filled(texts.copiedWhat, { what: label })}
      </span>
    </div>
  );
}
