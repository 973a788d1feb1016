"use client";

import { useEffect, useState } from "react";
import type { FoundGroup } from "@/app/dashboard/_parts/found-group";

/** Pause in typing before the server is queried. */
const DEBOUNCE_MS = 160;
/** Longest wait for an answer. */
const TIMEOUT_MS = 6000;

export interface Suggestions {
  state: "idle" | "waiting" | "found" | "failed";
  /** Results of the last query until those of the next one arrive. */
  groups: FoundGroup[];
}

const idle: Suggestions = { state: "idle", groups: [] };

/** Returns the server's results for a typed text, of one kind (`of`) or of all. A request that a newer one
 *  replaces is aborted, so that an older answer never replaces a newer one. */
export function useSuggestions(base: string, typed: string, of = ""): Suggestions {
  const [found, setFound] = useState(idle);
  const query = typed.trim();
  useEffect(() => {
    if (query.length < 2) return setFound(idle);
    const overtaken = new AbortController();
    setFound(({ groups }) => ({ state: "waiting", groups }));
    const timer = setTimeout(async () => {
      const signal = AbortSignal.any([overtaken.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const answer = await ask(
        `${base}/suggestions?${new URLSearchParams({ q: query, of })}`,
        signal,
      );
      if (!overtaken.signal.aborted) setFound(answer);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      overtaken.abort();
    };
  }, [base, query, of]);
  return found;
}

async function ask(url: string, signal: AbortSignal): Promise<Suggestions> {
  try {
    // Without a session, the server redirects to the sign-in, which is no answer.
    const response = await fetch(url, { signal, redirect: "error" });
    if (!response.ok) return { state: "failed", groups: [] };
    const { groups } = (await response.json()) as { groups: FoundGroup[] };
    return { state: "found", groups };
  } catch {
    return { state: "failed", groups: [] };
  }
}
