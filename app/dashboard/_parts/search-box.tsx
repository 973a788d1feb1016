"use client";

import { Search } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useHydrated } from "@/app/_components/hydrated";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { SuggestionList } from "@/app/dashboard/_parts/suggestion-list";
import { useSuggestions } from "@/app/dashboard/_parts/use-suggestions";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

/** Search of an environment, in the head of each page: Ctrl K or ⌘ K focuses it. Results are listed during
 *  typing (a combobox with a listbox, as the ARIA practices describe); without scripts, or on a phone, it
 *  leads to the page of results. */
export function SearchBox({ base }: { base: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const scripted = useHydrated();
  const texts = useFrameWords();
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { state, groups } = useSuggestions(base, typed);
  useShortcut(field, `${base}/search`);
  const shown = open && state !== "idle";
  const hits = groups.flatMap(({ items }) => items);
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One position more than there are hits: the field itself.
      setActive((at) => ((at + 1 + step + hits.length + 1) % (hits.length + 1)) - 1);
    }
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      close();
    }
    if (event.key === "Enter" && shown && active >= 0) {
      event.preventDefault();
      document.getElementById(`${id}-${active}`)?.click();
    }
  };
  const combobox = scripted && {
    role: "combobox",
    "aria-expanded": shown && hits.length > 0,
    "aria-controls": `${id}-list`,
    "aria-autocomplete": "list" as const,
    "aria-activedescendant": shown && active >= 0 ? `${id}-${active}` : undefined,
  };
  return (
    <>
      <search className="relative min-w-0 flex-1 max-md:hidden">
        <form action={`${base}/search`} method="get" onSubmit={close}>
          <label htmlFor={id} className="sr-only">
            {texts.searchHere}
          </label>
          <Search
            aria-hidden
            className="pointer-events-none absolute start-3 top-3.5 size-4 text-neutral-500"
          />
          <input
            {...combobox}
            ref={field}
            id={id}
            type="search"
            name="q"
            maxLength={200}
            autoComplete="off"
            placeholder={texts.searchKeys}
            aria-keyshortcuts="Control+K Meta+K"
            onChange={(event) => {
              setTyped(event.target.value);
              setOpen(true);
              setActive(-1);
            }}
            onFocus={() => setOpen(true)}
            onBlur={close}
            onKeyDown={onKeyDown}
            className={`${inputShape} ps-9 text-sm`}
          />
        </form>
        {shown && (
          <SuggestionList id={id} state={state} groups={groups} active={active} onChosen={close} />
        )}
      </search>
      <Link
        href={`${base}/search`}
        aria-label={texts.search}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 md:hidden dark:hover:bg-neutral-800"
      >
        <Search aria-hidden className="size-5" />
      </Link>
    </>
  );
}

/** Makes Ctrl K and ⌘ K focus the field, or open the page of results where the field has no room. */
function useShortcut(field: React.RefObject<HTMLInputElement | null>, page: string) {
  const router = useRouter();
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || event.ctrlKey === event.metaKey) return;
      if (event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!field.current?.checkVisibility()) return router.push(page);
      field.current.focus();
      field.current.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [field, page, router]);
}
