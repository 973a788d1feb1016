import { isLocale, type Locale, locales } from "@/i18n/locales";

interface Wishes {
  /** The person chose it on this page, or earlier in this browser. */
  chosen?: string | null;
  /** What the relying party asked for: language tags by preference, separated by spaces (OIDC Core §3.1.2.1). */
  uiLocales?: string | null;
  /** The browser's `Accept-Language` header (RFC 9110 §12.5.4). */
  acceptLanguage?: string | null;
}

/** The language of a page: the person's own choice before the relying party's, that before the browser's. */
export function chooseLocale({ chosen, uiLocales, acceptLanguage }: Wishes): Locale {
  if (isLocale(chosen)) return chosen;
  const wished = [...(uiLocales ?? "").split(/\s+/), ...byQuality(acceptLanguage ?? "")];
  for (const tag of wished) {
    // `de-AT` is served by German: nobody is better off with English for it.
    const language = tag.toLowerCase().split("-")[0];
    if (isLocale(language)) return language;
  }
  return locales[0];
}

function byQuality(header: string): string[] {
  return header
    .slice(0, 1000)
    .split(",")
    .map((entry) => {
      const [tag = "", ...parameters] = entry.trim().split(";");
      const q = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find(Boolean);
      return { tag, quality: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, quality }) => tag && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
