import Link from "next/link";

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
