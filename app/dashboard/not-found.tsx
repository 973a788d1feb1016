import Link from "next/link";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { Mark } from "@/app/dashboard/_parts/mark";
import { titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";

export const generateMetadata = titled("frame", "notFound.title");

/** Page for things that don't exist or belong to another tenant: it is the same for both, so it doesn't
 *  reveal which. */
export default async function DashboardNotFound() {
  const { t } = await wordsOf("frame");
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center px-5 py-12">
      <Mark className="mb-6 size-9" />
      <h1 className="text-2xl font-semibold tracking-tight">{t("notFound.heading")}</h1>
      <p className="mt-2 mb-8 text-neutral-600 dark:text-neutral-400">{t("notFound.about")}</p>
      <p>
        <Link href="/dashboard" className={primaryButton}>
          {t("home.title")}
        </Link>
      </p>
    </main>
  );
}
