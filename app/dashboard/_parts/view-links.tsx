import Link from "next/link";

interface Props {
  /** Label of the views, for screen readers: "Time span". */
  label: string;
  links: readonly { href: string; name: string; isShown: boolean }[];
}

/** Links to the other views of the page; the current one is marked. */
export function ViewLinks({ label, links }: Props) {
  return (
    <nav aria-label={label} className="mb-2 flex justify-end gap-1 text-sm">
      {links.map(({ href, name, isShown }) => (
        <Link
          key={href}
          href={href}
          aria-current={isShown ? "true" : undefined}
          className="inline-flex min-h-11 items-center rounded-lg px-3 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 aria-[current]:bg-neutral-200/70 aria-[current]:font-semibold dark:hover:bg-neutral-800 dark:aria-[current]:bg-neutral-800 forced-colors:aria-[current]:border"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
