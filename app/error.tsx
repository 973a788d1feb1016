"use client";

/** Page shown when another one fails. The texts are English: the fault may be in the translation. */
export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return (
    <main lang="en" dir="ltr" className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-[26.5rem] rounded-3xl border border-line bg-card px-5 py-8 sm:px-10 sm:py-10">
        <h1 className="text-[1.625rem] leading-tight font-semibold">Something went wrong</h1>
        <p className="mt-2 mb-8 leading-relaxed text-soft">
          The error is on our side. Try again; if the error stays, come back a little later.
        </p>
        <button type="button" onClick={reset} className="button button-primary w-full">
          Try again
        </button>
      </div>
    </main>
  );
}
