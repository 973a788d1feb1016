import Link from "next/link";
import { type ReactNode, useId } from "react";

/** Small label of a status or kind. */
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

/** Surface that groups related content. */
export function Card({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-neutral-200 bg-white p-6 shadow-xs dark:border-neutral-800 dark:bg-neutral-900">
      {children}
    </div>
  );
}

/** Text of a page that has nothing to list yet: its purpose and the next step. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-2xl border border-dashed border-neutral-300 px-6 py-16 text-center dark:border-neutral-700">
      <h2 className="text-lg font-medium">{title}</h2>
      <div className="mx-auto mt-2 max-w-md text-neutral-600 dark:text-neutral-400">{children}</div>
    </div>
  );
}

const noticeTones = {
  red: "bg-red-50 text-red-900 dark:bg-red-950 dark:text-red-200",
  amber: "bg-amber-50 text-amber-950 dark:bg-amber-950 dark:text-amber-200",
  blue: "bg-sky-50 text-sky-950 dark:bg-sky-950 dark:text-sky-200",
};

/** Notice before the content. */
export function Notice({
  tone,
  children,
}: {
  tone: keyof typeof noticeTones;
  children: ReactNode;
}) {
  return <div className={`mb-6 rounded-lg p-3 text-sm ${noticeTones[tone]}`}>{children}</div>;
}

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

/** Link back to the list that a page belongs to. */
export function BackTo({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="-mt-3 mb-1 inline-flex min-h-11 items-center text-sm text-neutral-600 underline-offset-4 hover:underline dark:text-neutral-400"
    >
      <span aria-hidden className="me-1.5 rtl:rotate-180">
        ←
      </span>
      <span dir="auto">{children}</span>
    </Link>
  );
}

/** List of facts: names and values. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {rows.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-neutral-600 dark:text-neutral-400">{name}</dt>
          <dd className="mt-0.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

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
