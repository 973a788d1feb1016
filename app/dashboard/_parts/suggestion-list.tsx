"use client";

import Link from "next/link";
import { useEffect } from "react";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";
import { counted } from "@/app/dashboard/_parts/pick-list";
import type { Suggestions } from "@/app/dashboard/_parts/use-suggestions";
import { type FrameTexts, useFrameWords } from "@/app/dashboard/_words/frame-words";

interface Props extends Suggestions {
  /** Id of the field; the ids of the list and the options begin with it. */
  id: string;
  /** Index of the option that the arrow keys have reached; -1 while they are in the field. */
  active: number;
  onChosen: () => void;
}

/** List of the results so far, below the field. The focus stays in the field. */
export function SuggestionList({ id, state, groups, active, onChosen }: Props) {
  const texts = useFrameWords();
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the field
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-2 max-h-[min(28rem,calc(100dvh-6rem))] min-w-72 overflow-y-auto rounded-2xl border border-neutral-300 bg-white p-2 shadow-xl dark:border-neutral-700 dark:bg-neutral-900"
    >
      <p role="status" className={count > 0 ? "sr-only" : "px-3 py-2.5 text-sm"}>
        {statusText(texts, state, count)}
      </p>
      {/* A listbox must have options. */}
      {count > 0 && (
        <div id={`${id}-list`} role="listbox" aria-label={texts.found}>
          {groups.map((group, index) => (
            <Group
              key={group.name}
              {...{ id, group, active, onChosen }}
              from={groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface GroupProps extends Pick<Props, "id" | "active" | "onChosen"> {
  group: FoundGroup;
  /** Index of its first option among all. */
  from: number;
}

function Group({ id, group, active, from, onChosen }: GroupProps) {
  const label = `${id}-group-${from}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox takes groups of options, and no fieldset
    <div role="group" aria-labelledby={label}>
      <p
        id={label}
        className="px-3 pt-2 pb-1 text-xs font-semibold text-neutral-600 dark:text-neutral-400"
      >
        {group.name}
      </p>
      {group.items.map(({ href, name, detail }, index) => (
        <Link
          key={href}
          id={`${id}-${from + index}`}
          href={href}
          prefetch={false}
          role="option"
          tabIndex={-1}
          aria-selected={active === from + index}
          onClick={onChosen}
          className="block min-h-11 rounded-lg px-3 py-2 text-sm wrap-anywhere outline-offset-[-2px] outline-blue-600 hover:bg-neutral-100 aria-selected:bg-neutral-100 aria-selected:outline-2 dark:hover:bg-neutral-800 dark:aria-selected:bg-neutral-800"
        >
          <span className="font-medium">{name}</span>
          {detail && <span className="ms-2 text-neutral-600 dark:text-neutral-400">{detail}</span>}
        </Link>
      ))}
    </div>
  );
}

function statusText(texts: FrameTexts, state: Suggestions["state"], count: number): string {
  if (state === "failed") return texts.searchFailed;
  if (count > 0) return counted(texts, count);
  return state === "waiting" ? texts.searching : texts.nothingMatches;
}
