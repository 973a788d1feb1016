"use client";

import type { Found } from "@/app/dashboard/_parts/found-group";
import type { Suggestions } from "@/app/dashboard/_parts/use-suggestions";
import { filled } from "@/app/dashboard/_words/filled";
import { type FrameTexts, useFrameWords } from "@/app/dashboard/_words/frame-words";

interface Props {
  /** Id of the field; the ids of the list and the options begin with it. */
  id: string;
  state: Suggestions["state"];
  hits: readonly Found[];
  /** Index of the option that the arrow keys have reached; -1 while they are in the field. */
  active: number;
  onPick: (index: number) => void;
}

/** Number of results, in words. */
export function counted(texts: FrameTexts, count: number): string {
  return count === 1 ? texts.oneResult : filled(texts.results, { count });
}

const statusTexts: Record<Suggestions["state"], keyof FrameTexts | null> = {
  idle: null,
  waiting: "searching",
  found: "nothingMatches",
  failed: "pickFailed",
};

/** List of suggestions below its field. The focus stays in the field. */
export function PickList({ id, state, hits, active, onPick }: Props) {
  const words = useFrameWords();
  const text = statusTexts[state];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the field
    <div
      onMouseDown={(event) => event.preventDefault()}
      // A message of no results must not block clicks on the content that it covers.
      className="absolute inset-x-0 top-full z-20 mt-1 not-has-[[role=option]]:pointer-events-none max-h-72 overflow-y-auto rounded-xl border border-neutral-300 bg-white p-1.5 shadow-xl dark:border-neutral-700 dark:bg-neutral-900"
    >
      <p role="status" className={hits.length > 0 ? "sr-only" : "px-3 py-2 text-sm"}>
        {hits.length > 0 ? counted(words, hits.length) : text && words[text]}
      </p>
      {hits.length > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={words.found}>
          {hits.map(({ href, name, detail }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, and retains the focus
            <div
              key={href}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={active === index}
              onClick={() => onPick(index)}
              className="min-h-11 cursor-pointer rounded-lg px-3 py-2 text-sm wrap-anywhere outline-offset-[-2px] outline-blue-600 hover:bg-neutral-100 aria-selected:bg-neutral-100 aria-selected:outline-2 dark:hover:bg-neutral-800 dark:aria-selected:bg-neutral-800"
            >
              <span className="font-medium">{name}</span>
              {detail && (
                <span className="ms-2 text-neutral-600 dark:text-neutral-400">{detail}</span>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
