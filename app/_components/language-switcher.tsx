import { Languages } from "lucide-react";
import { headers } from "next/headers";
import { getLocale, getTranslations } from "next-intl/server";
import { localeNames, locales, PATH_HEADER } from "@/i18n/locales";

/** Plain links behind a disclosure: it works without scripts, and a full load sets the page's language and
 *  direction anew. */
export async function LanguageSwitcher() {
  const t = await getTranslations("common");
  const current = await getLocale();
  // Only its path and query are used: the address that is linked to stays on this origin.
  const here = new URL((await headers()).get(PATH_HEADER) ?? "/", "http://page");
  return (
    <details className="group relative">
      <summary className="inline-flex min-h-10 list-none items-center gap-2 rounded-lg hover:text-ink">
        <Languages aria-hidden className="size-4" />
        <span className="sr-only">{t("language")}: </span>
        {localeNames[current as keyof typeof localeNames]}
      </summary>
      <ul className="absolute start-0 bottom-full z-10 mb-1 min-w-40 rounded-xl border border-line bg-card p-1.5 shadow-lg">
        {locales.map((locale) => {
          const query = new URLSearchParams(here.search);
          query.set("lang", locale);
          return (
            <li key={locale}>
              <a
                href={`${here.pathname}?${query}`}
                lang={locale}
                aria-current={locale === current ? "true" : undefined}
                className="flex min-h-10 items-center rounded-lg px-3 text-ink hover:bg-ground aria-[current]:font-semibold"
              >
                {localeNames[locale]}
              </a>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
