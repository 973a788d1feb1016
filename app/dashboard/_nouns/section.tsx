import { type ReactNode, useId } from "react";
import { Card } from "@/app/dashboard/_parts/card";

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** Actions beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Section of a page, with a title of its own. */
export function Section({ title, about, beside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8 last:mb-0">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-2xl">
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {about && <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">{about}</p>}
        </div>
        {beside}
      </div>
      <Card>{children}</Card>
    </section>
  );
}
