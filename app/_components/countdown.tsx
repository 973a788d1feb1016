"use client";

import { type ReactNode, useEffect, useState } from "react";

interface Props {
  /** Whole seconds to wait, counted from when this is first shown. */
  seconds: number;
  /** What to show meanwhile; `time` reads `4:05`. */
  during: (time: string) => ReactNode;
  /** What to show when the time is over. */
  after: ReactNode;
}

/** Counts down what the server said to wait. Without scripts it stands still and tells the whole time. */
export function Countdown({ seconds, during, after }: Props) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    // By the clock, not by ticks: a tab in the background is woken rarely.
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))),
      250,
    );
    return () => clearInterval(timer);
  }, [seconds]);
  if (left <= 0) return <>{after}</>;
  return <span className="tabular-nums">{during(clock(left))}</span>;
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
