import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { ConfirmationSpot } from "@/app/dashboard/_parts/confirmation";
import { Mark } from "@/app/dashboard/_parts/mark";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { OperatorLinks } from "./_parts/operator-links";
import { signedInOperator } from "./_request/operator";

export async function generateMetadata(): Promise<Metadata> {
  const { t } = await wordsOf("operator");
  const operator = t("frame.operator");
  return { title: { default: operator, template: `%s · ${operator}` } };
}

/** Frame of the operator's pages. Its colour is no environment's: changes here affect all of them. */
export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const { administrator } = await signedInOperator();
  const { texts } = await wordsOf("operator");
  return (
    <>
      <header className="sticky top-0 z-10 border-b border-neutral-200 bg-white dark:border-neutral-800 dark:bg-neutral-900">
        <div aria-hidden className="h-1 bg-violet-600" />
        <div className="mx-auto flex max-w-6xl items-center justify-between gap-3 px-5 py-2">
          <p className="flex min-w-0 items-center gap-3 text-sm">
            <Link
              href="/dashboard"
              className="inline-flex min-h-11 shrink-0 items-center gap-2.5 underline-offset-4 hover:underline"
            >
              <Mark className="size-6 max-sm:hidden" />
              {texts.frame.dashboard}
            </Link>
            <span aria-hidden className="text-neutral-400">
              /
            </span>
            <span className="font-semibold">{texts.frame.operator}</span>
          </p>
          <div className="flex items-center gap-4">
            <span
              dir="ltr"
              className="hidden max-w-56 truncate text-sm text-neutral-600 md:inline dark:text-neutral-400"
            >
              {administrator.email}
            </span>
            <SignOut />
          </div>
        </div>
        <OperatorLinks texts={texts.frame} />
      </header>
      <main className="mx-auto max-w-6xl px-5 py-8 lg:py-10">
        <ConfirmationSpot />
        {children}
      </main>
    </>
  );
}
