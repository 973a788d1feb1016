"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { filled } from "@/app/dashboard/_words/filled";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** Button that copies a text. It shows only where scripts run and the browser allows copying; the text beside
 *  it can be selected. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  const texts = useFrameWords();
  if (!useHydrated() || !navigator.clipboard) return null;
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text).then(
      () => "yes" as const,
      () => "no" as const,
    );
    setCopied(done);
  };
  const Mark = copied === "yes" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        onClick={copy}
        onBlur={() => setCopied(null)}
        className="-my-2 inline-flex size-9 shrink-0 items-center justify-center rounded-lg align-middle text-neutral-600 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 dark:text-neutral-400 dark:hover:bg-neutral-800"
      >
        <Mark aria-hidden className="size-4" />
        <span className="sr-only">{filled(texts.copy, { what })}</span>
      </button>
      <span role="status" className="text-sm">
        {copied === "yes" && texts.copied}
        {copied === "no" && texts.copyFailed}
      </span>
    </>
  );
}
