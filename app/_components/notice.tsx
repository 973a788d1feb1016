"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  tone: "danger" | "good";
  /** Take the focus when it appears: for what stands in the way of going on. */
  focus?: boolean;
  children: ReactNode;
}

/** Says what came of the last thing that was sent. */
export function Notice({ tone, focus = false, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  const Icon = tone === "danger" ? CircleAlert : CircleCheck;
  const colours = tone === "danger" ? "bg-danger-ground text-danger" : "bg-good-ground text-good";
  return (
    <div
      ref={box}
      tabIndex={-1}
      role={tone === "danger" ? "alert" : "status"}
      className={`flex items-start gap-2.5 rounded-xl px-4 py-3 text-[0.9375rem] leading-snug font-medium ${colours}`}
    >
      <Icon aria-hidden className="mt-px size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
