import Link from "next/link";
import { quietButton } from "@/app/dashboard/_parts/buttons";

/** Leads to the rows after the ones shown (`?after=`). */
export function More({ href }: { href: string }) {
  return (
    <nav aria-label="More results" className="mt-6 flex justify-center">
      <Link href={href} className={quietButton}>
        Show the next ones
      </Link>
    </nav>
  );
}
