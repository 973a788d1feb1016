import type { ReactNode } from "react";

/** Title of a page, its description, and its actions. */
export function PageHead({
  title,
  about,
  children,
}: {
  title: string;
  about: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="mb-8 flex flex-wrap items-start justify-between gap-4">
      <div className="max-w-2xl">
        <h1 className="text-2xl font-semibold tracking-tight">
          <span dir="auto">{title}</span>
        </h1>
        <p className="mt-2 text-[0.95rem] text-neutral-600 dark:text-neutral-400">{about}</p>
      </div>
      {children}
    </div>
  );
}
