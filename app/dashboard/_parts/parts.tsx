import type { ReactNode } from "react";

/** The title of a page, what it is about, and what can be done here. */
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
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-2 text-[0.95rem] text-neutral-600 dark:text-neutral-400">{about}</p>
      </div>
      {children}
    </div>
  );
}

const buttonShape =
  "inline-flex min-h-11 items-center justify-center rounded-lg px-4 text-sm font-medium focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-blue-600 disabled:opacity-60";
export const primaryButton = `${buttonShape} bg-neutral-900 text-white hover:bg-neutral-700 dark:bg-neutral-100 dark:text-neutral-900 dark:hover:bg-neutral-300`;
export const quietButton = `${buttonShape} border border-neutral-300 hover:bg-neutral-100 dark:border-neutral-700 dark:hover:bg-neutral-800`;
export const dangerButton = `${buttonShape} border border-red-300 text-red-700 hover:bg-red-50 dark:border-red-900 dark:text-red-400 dark:hover:bg-red-950`;
export const inputShape =
  "min-h-11 w-full rounded-lg border border-neutral-400 bg-white px-3 text-base focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-blue-600 aria-invalid:border-red-600 dark:border-neutral-600 dark:bg-neutral-900 dark:aria-invalid:border-red-500";

/** A surface that groups what belongs together. */
export function Card({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-neutral-200 bg-white p-6 shadow-xs dark:border-neutral-800 dark:bg-neutral-900">
      {children}
    </div>
  );
}

/** What a page says while it has nothing to list: what this is for and the next step. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-dashed border-neutral-300 px-6 py-16 text-center dark:border-neutral-700">
      <h2 className="text-lg font-medium">{title}</h2>
      <div className="mx-auto mt-2 max-w-md text-neutral-600 dark:text-neutral-400">{children}</div>
    </div>
  );
}

/** An id, as something to read and copy. */
export function Id({ children }: { children: string }) {
  return <span className="font-mono text-sm break-all select-all">{children}</span>;
}

/** A small label that says what something is. */
export function Badge({
  tone = "neutral",
  children,
}: {
  tone?: "neutral" | "red" | "green" | "amber";
  children: ReactNode;
}) {
  const tones = {
    neutral: "bg-neutral-100 text-neutral-700 dark:bg-neutral-800 dark:text-neutral-300",
    red: "bg-red-50 text-red-800 dark:bg-red-950 dark:text-red-300",
    green: "bg-green-50 text-green-800 dark:bg-green-950 dark:text-green-300",
    amber: "bg-amber-50 text-amber-900 dark:bg-amber-950 dark:text-amber-300",
  };
  return (
    <span
      className={`inline-flex items-center rounded-full whitespace-nowrap px-2.5 py-0.5 text-xs font-medium ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** A moment, as a person reads it. */
export function When({ at, otherwise = "never" }: { at: Date | null; otherwise?: string }) {
  if (!at) return <>{otherwise}</>;
  return (
    <time dateTime={at.toISOString()}>
      {new Intl.DateTimeFormat("en", {
        dateStyle: "medium",
        timeStyle: "short",
        timeZone: "UTC",
      }).format(at)}{" "}
      UTC
    </time>
  );
}
