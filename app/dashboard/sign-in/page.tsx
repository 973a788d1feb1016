import { withValues } from "@/app/dashboard/_nouns/place-path";
import { primaryButton } from "@/app/dashboard/_parts/buttons";
import { ConfirmationSpot } from "@/app/dashboard/_parts/confirmation";
import { Mark } from "@/app/dashboard/_parts/mark";
import { titled } from "@/app/dashboard/_request/make-page";
import { ownPage } from "@/app/dashboard/_request/own-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import { LanguageForm } from "@/app/dashboard/language/language-form";
import { readPlatform } from "@/lib/core/platform/platform-store";

export const generateMetadata = titled("frame", "signIn.title");

type Search = Promise<{ error?: string; return?: string | string[]; left?: string }>;

/** Sign-in page of the dashboard: one button, which leads to the hosted login of the platform tenant. */
export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const { error, return: returnTo, left } = await searchParams;
  const platform = await readPlatform();
  const { t } = await wordsOf("frame");
  const returning = ownPage(typeof returnTo === "string" ? returnTo : undefined);
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-12">
      <div className="w-full max-w-sm text-center">
        <ConfirmationSpot />
        <Mark className="mx-auto mb-6 size-12" />
        <h1 className="text-2xl font-semibold tracking-tight">{t("signIn.heading")}</h1>
        <p className="mt-2 text-neutral-600 dark:text-neutral-400">{t("signIn.about")}</p>
        {error && (
          <p
            role="alert"
            className="mt-6 rounded-lg bg-red-50 p-3 text-sm text-red-900 dark:bg-red-950 dark:text-red-200"
          >
            {t("signIn.failed")}
          </p>
        )}
        {left && !error && (
          <p
            role="status"
            className="mt-6 rounded-lg bg-green-50 p-3 text-sm text-green-900 dark:bg-green-950 dark:text-green-200"
          >
            {t("signIn.left")}
          </p>
        )}
        {platform ? (
          <form method="post" action="/dashboard/sign-in/start" className="mt-8">
            <input type="hidden" name="return" value={returning} />
            <button type="submit" className={`${primaryButton} w-full`}>
              {t("signIn.title")}
            </button>
          </form>
        ) : (
          <p className="mt-8 rounded-lg bg-amber-50 p-3 text-sm text-amber-950 dark:bg-amber-950 dark:text-amber-200">
            {t("signIn.noPlatform")}
          </p>
        )}
        <div className="mt-10 text-start">
          <LanguageForm here={withValues("/dashboard/sign-in", { return: returning })} />
        </div>
      </div>
    </main>
  );
}
