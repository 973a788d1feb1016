import type { ReactNode } from "react";

/** What a hosted page asks, and what for. */
export function CardHeading({ title, intro }: { title: string; intro?: ReactNode }) {
  return (
    <>
      <h1 className="text-[1.625rem] leading-tight font-semibold tracking-[-0.015em] text-balance">
        {title}
      </h1>
      {intro && <div className="mt-2 leading-relaxed text-soft">{intro}</div>}
    </>
  );
}
