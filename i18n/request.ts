import { headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { isLocale, LOCALE_HEADER, locales } from "@/i18n/locales";

/** Gives a page the language that the proxy chose, and that language's texts. */
export default getRequestConfig(async () => {
  const wished = (await headers()).get(LOCALE_HEADER);
  const locale = isLocale(wished) ? wished : locales[0];
  const { default: messages } = await import(`../messages/${locale}.json`);
  return { locale, messages, timeZone: "UTC" };
});
