import { type ReactNode, useId } from "react";

interface Props {
  /** What the rows are; read aloud, not shown. */
  caption: string;
  head: readonly string[];
  /** The rows, as `<tr>` with as many `<td>` as `head` has names. */
  children: ReactNode;
}

/** Rows and columns. On a narrow screen it scrolls inside its own region, which the keyboard can reach. */
export function Table({ caption, head, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative overflow-x-auto rounded-2xl border border-neutral-200 bg-white focus-visible:outline-2 focus-visible:outline-blue-600 dark:border-neutral-800 dark:bg-neutral-900"
    >
      <table className="w-full text-left text-sm [&_td]:border-t [&_td]:border-neutral-100 [&_td]:px-4 [&_td]:py-3 [&_td]:align-top dark:[&_td]:border-neutral-800">
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th
                key={name}
                scope="col"
                className="px-4 py-3 font-medium whitespace-nowrap text-neutral-600 dark:text-neutral-400"
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
