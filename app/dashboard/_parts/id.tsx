"use client";

import { CopyButton } from "@/app/dashboard/_parts/copy-button";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** Id, to read and to copy.
 *  @param what its name for screen readers: "user id" */
export function Id({ children, what }: { children: string; what?: string }) {
  const texts = useFrameWords();
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <bdi dir="ltr" className="font-mono text-sm break-all select-all">
        {children}
      </bdi>
      <CopyButton text={children} what={what ?? texts.id} />
    </span>
  );
}
