/** Languages of the hosted pages; the first is the fallback. */
export const locales = ["en", "de", "fr", "es", "ja", "ar"] as const;

export type Locale = (typeof locales)[number];

/** Each language by its own name: a user who can't read the page must still find theirs. */
export const localeNames: Record<Locale, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ja: "日本語",
  ar: "العربية",
};

/** The cookie that stores a choice made with the switcher. */
export const LOCALE_COOKIE = "atrium_locale";

/** Returns the direction in which a language is written. */
export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** Whether a value names one of our languages. */
export function isLocale(value: string | null | undefined): value is Locale {
  return locales.some((locale) => locale === value);
}
