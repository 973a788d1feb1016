"use client";

import { usePathname } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";

interface Confirmation {
  text: string;
  /** Path of the page that shows it. */
  on: string;
}

type Confirm = (text: string | null, page?: string) => void;

const Shown = createContext<Confirmation | null>(null);
const ConfirmContext = createContext<Confirm>(() => {});

interface Props {
  /** Confirmation of the last change, on a page without scripts. */
  atFirst: string | null;
  children: ReactNode;
}

/** Holds the confirmation of the last change, until its page is left or the next form is sent. It wraps every
 *  page, so that a confirmation outlives its form when the change removes that form. */
export function ConfirmationProvider({ atFirst, children }: Props) {
  const path = usePathname();
  const [shown, setShown] = useState(atFirst === null ? null : { text: atFirst, on: path });
  const [before, setBefore] = useState(path);
  if (before !== path) {
    setBefore(path);
    if (shown && shown.on !== path) setShown(null);
  }
  const confirm = useCallback<Confirm>(
    (text, page) =>
      setShown(text === null ? null : { text, on: page ? pathOf(page) : window.location.pathname }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      <Shown value={shown?.on === path ? shown : null}>{children}</Shown>
    </ConfirmContext>
  );
}

/** Returns the function that confirms a change, here or on the page that shows next; null clears the last
 *  confirmation. */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

/** Place of a page's confirmation: first, right above its heading. It takes the focus, so that reading and
 *  the keyboard go on from there. */
export function ConfirmationSpot() {
  const shown = useContext(Shown);
  const box = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!shown) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    box.current?.focus({ preventScroll: true });
  }, [shown]);
  return (
    // The region exists before its text: screen readers announce what is added to a live region.
    <div role="status">
      {shown && (
        <p
          ref={box}
          tabIndex={-1}
          // biome-ignore lint/a11y/noAutofocus: where no script runs, nothing else takes the focus there
          autoFocus
          className="mb-6 rounded-lg border border-green-300 bg-green-50 p-3 text-sm font-medium text-green-900 dark:border-green-900 dark:bg-green-950 dark:text-green-200"
        >
          {shown.text}
        </p>
      )}
    </div>
  );
}

function pathOf(page: string): string {
  return page.split(/[?#]/)[0] ?? page;
}
