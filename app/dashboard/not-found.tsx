import type { Metadata } from "next";
import Link from "next/link";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Mark } from "@/app/dashboard/_parts/mark";

export const metadata: Metadata = { title: "Not found" };

/** What is shown for what isn't there, and alike for what isn't theirs: nobody learns which. */
export default function DashboardNotFound() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-5 py-12">
      <Mark className="mb-6 size-9" />
      <h1 className="text-2xl font-semibold tracking-tight">There is nothing here for you</h1>
      <p className="mt-2 mb-8 text-neutral-600 dark:text-neutral-400">
        It may be gone, belong to a tenant you don't administer, or need a role you don't have
        there. Its owners can tell.
      </p>
      <p>
        <Link href="/dashboard" className={primaryButton}>
          Your tenants
        </Link>
      </p>
    </main>
  );
}
