"use client";

import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** Page shown in place of one that fails. Where the layout around it fails too, `app/error.tsx` is shown. */
export default function DashboardError({ reset }: { error: Error; reset: () => void }) {
  const texts = useFrameWords();
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-5 py-12">
      <h1 className="text-2xl font-semibold tracking-tight">{texts.errorTitle}</h1>
      <p className="mt-2 mb-8 text-neutral-600 dark:text-neutral-400">{texts.errorAbout}</p>
      <p>
        <button type="button" onClick={reset} className={primaryButton}>
          {texts.tryAgain}
        </button>
      </p>
    </main>
  );
}
