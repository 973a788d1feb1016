"use client";

import { type ReactNode, useId } from "react";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { inputShape } from "@/app/dashboard/_parts/input-shape";
import { useFrameWords } from "@/app/dashboard/_words/frame-words";

interface Props {
  /** Label: "Search users". */
  label: string;
  /** Current query. */
  query: string;
  placeholder?: string;
  /** Filters beside it. */
  children?: ReactNode;
}

/** Searches on the server, by the page's own address (`?q=`), so that a search can be saved and shared. */
export function SearchForm({ label, query, placeholder, children }: Props) {
  const id = useId();
  const texts = useFrameWords();
  return (
    <search>
      <form method="get" className="mb-6 flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {label}
          </label>
          <input
            id={id}
            type="search"
            name="q"
            defaultValue={query}
            maxLength={200}
            placeholder={placeholder}
            autoComplete="off"
            className={inputShape}
          />
        </div>
        {children}
        <button type="submit" className={quietButton}>
          {texts.search}
        </button>
      </form>
    </search>
  );
}
