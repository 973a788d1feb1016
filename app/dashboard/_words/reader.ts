import { cookies, headers } from "next/headers";
import { cache } from "react";
import { TIME_ZONE_COOKIE } from "@/app/dashboard/_words/time-zone";
import { chooseLocale } from "@/i18n/choose-locale";
import { LOCALE_COOKIE, type Locale } from "@/i18n/locales";

/** Reader of a page of the dashboard: language and time zone. */
export interface Reader {
  /** Their own choice, or else the browser's preference. */
  locale: Locale;
  /** IANA's name of the browser's time zone, which a script of ours reports; UTC until then. */
  timeZone: string;
}

/** Returns the reader of the requested page. */
export const readerOf = cache(async (): Promise<Reader> => {
  const [cookieStore, requestHeaders] = await Promise.all([cookies(), headers()]);
  return {
    locale: chooseLocale({
      chosen: cookieStore.get(LOCALE_COOKIE)?.value,
      acceptLanguage: requestHeaders.get("accept-language"),
    }),
    timeZone: knownTimeZone(cookieStore.get(TIME_ZONE_COOKIE)?.value),
  };
});

/** Returns a time zone that this server knows too; UTC for an unknown or absent one. */
export function knownTimeZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name ?? "UTC" }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
