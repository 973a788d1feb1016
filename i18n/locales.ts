/** The languages of the hosted pages, the first of which is the one to fall back to. */
export const locales = ["en", "de", "fr", "es", "ja", "ar"] as const;

export type Locale = (typeof locales)[number];

/** Each language by its own name: whoever can't read the page must still find theirs. */
export const localeNames: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
  ar: "العربية",
};

/** The cookie that remembers a choice made with the switcher. */
export const LOCALE_COOKIE = "atrium_locale";

/** The direction a language is written in. */
export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** Whether a value names one of our languages. */
export function isLocale(value: string | null | undefined): value is Locale {
  return locales.some((locale) => locale === value);
}
