import Link from "next/link";
import { type ReactNode, useId } from "react";
import { Card } from "@/app/dashboard/_parts/parts";

/** The way back to the list that a page belongs to. */
export function BackTo({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="-mt-3 mb-1 inline-flex min-h-11 items-center text-sm text-neutral-600 underline-offset-4 hover:underline dark:text-neutral-400"
    >
      <span aria-hidden className="mr-1.5">
        ←
      </span>
      {children}
    </Link>
  );
}

interface SectionProps {
  title: string;
  about?: ReactNode;
  /** What can be done here, beside the title. */
  beside?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a title of its own. */
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

/** What is known of a thing: names and values. */
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

/** A text that code knows: an id, a key. */
export function Mono({ children }: { children: ReactNode }) {
  return <span className="font-mono text-[0.85em] wrap-anywhere">{children}</span>;
}

/** A few words that code knows, beside each other; says so when there are none. */
export function Words({ words, none }: { words: readonly string[]; none: string }) {
  if (words.length === 0)
    return <span className="text-neutral-600 dark:text-neutral-400">{none}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {words.map((word) => (
        <li
          key={word}
          className="rounded-md bg-neutral-100 px-2 py-0.5 font-mono text-xs break-all dark:bg-neutral-800"
        >
          {word}
        </li>
      ))}
    </ul>
  );
}

/** A link in running text or a table. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="font-medium underline decoration-neutral-400 underline-offset-4 hover:decoration-current"
    >
      {children}
    </Link>
  );
}

/** Something said in passing. */
export function Quiet({ children }: { children: ReactNode }) {
  return <span className="text-neutral-600 dark:text-neutral-400">{children}</span>;
}

/** The first cell of a row: what it is about, with something small below. It keeps a readable width where the
 *  table has to scroll. */
export function NameCell({
  href,
  name,
  below,
  beside,
}: {
  href: string;
  name: string;
  below?: ReactNode;
  beside?: ReactNode;
}) {
  return (
    <td className="min-w-52 wrap-anywhere">
      <span className="flex flex-wrap items-center gap-2">
        <TextLink href={href}>{name}</TextLink>
        {beside}
      </span>
      {below && (
        <span className="block">
          <Quiet>{below}</Quiet>
        </span>
      )}
    </td>
  );
}
