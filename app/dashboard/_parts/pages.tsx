import Link from "next/link";
import { quietButton } from "@/app/dashboard/_parts/buttons";

interface Props {
  /** Null on the first page. */
  previous: string | null;
  /** Null on the last page. */
  next: string | null;
}

/** Leads to the page of a list before the one shown, and to the one after it. */
export function Pages({ previous, next }: Props) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Pages of the list" className="mt-6 flex flex-wrap justify-center gap-3">
      {previous && (
        <Link href={previous} rel="prev" className={quietButton}>
          Previous page
        </Link>
      )}
      {next && (
        <Link href={next} rel="next" className={quietButton}>
          Next page
        </Link>
      )}
    </nav>
  );
}
