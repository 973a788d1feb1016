"use client";

import type { MouseEvent } from "react";
import { useFormStatus } from "react-dom";
import { dangerButton, primaryButton, quietButton } from "@/app/dashboard/_parts/buttons";

export type Tone = "primary" | "danger" | "quiet";

const looks = { primary: primaryButton, danger: dangerButton, quiet: quietButton };

/** Button that sends its form once: until the answer comes another press does nothing. It retains the
 *  focus. */
export function Submit({
  children,
  tone = "primary",
  named,
}: {
  children: string;
  tone?: Tone;
  named?: string;
}) {
  const { pending } = useFormStatus();
  const guard = (event: MouseEvent) => {
    if (pending) event.preventDefault();
  };
  return (
    <button
      type="submit"
      aria-disabled={pending}
      onClick={guard}
      className={`${looks[tone]} aria-disabled:opacity-60`}
    >
      {children}
      {named && <span className="sr-only"> {named}</span>}
      {pending && <span className="ms-1">…</span>}
    </button>
  );
}
