import Link from "next/link";
import { type ReactNode, useId } from "react";

/** Head of a column that sorts the rows. */
export interface SortHead {
  name: string;
  /** Address that sorts the rows by this column, or reverses their order. */
  href: string;
  /** Current order of the rows by this column. */
  sorted: "ascending" | "descending" | undefined;
}

interface Props {
  /** Name of the rows, for screen readers only. */
  caption: string;
  head: readonly (string | SortHead)[];
  /** Rows, as `<tr>` with as many `<td>` as `head` has names. */
  children: ReactNode;
}

/** Table of rows and columns. On a narrow screen it scrolls inside its own region, which the keyboard can
 *  reach. */
export function Table({ caption, head, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls (WCAG 2.1.1)
      tabIndex={0}
      className="relative overflow-x-auto rounded-2xl border border-neutral-200 bg-white focus-visible:outline-2 focus-visible:outline-blue-600 dark:border-neutral-800 dark:bg-neutral-900"
    >
      <table className="w-full text-start text-sm [&_td]:border-t [&_td]:border-neutral-100 [&_td]:px-4 [&_td]:py-3 [&_td]:align-top dark:[&_td]:border-neutral-800">
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            {head.map((one) => (
              <Head key={typeof one === "string" ? one : one.name} head={one} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function Head({ head }: { head: string | SortHead }) {
  const sorts = typeof head !== "string";
  return (
    <th
      scope="col"
      aria-sort={sorts ? (head.sorted ?? "none") : undefined}
      className="px-4 py-3 text-start font-medium whitespace-nowrap text-neutral-600 dark:text-neutral-400"
    >
      {sorts ? (
        <Link
          href={head.href}
          className="-mx-2 -my-3 inline-flex min-h-11 items-center gap-1 rounded px-2 underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-blue-600"
        >
          {head.name}
          <span aria-hidden className="w-3 text-xs">
            {head.sorted === "ascending" ? "▲" : head.sorted === "descending" ? "▼" : "↕"}
          </span>
        </Link>
      ) : (
        head
      )}
    </th>
  );
}
