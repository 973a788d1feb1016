import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { isLocale, type Locale, locales } from "@/i18n/locales";

interface Wishes {
  /** The person chose it on this page, or earlier in this browser. */
  chosen?: string | null;
  /** What the relying party asked for: language tags by preference, separated by spaces (OIDC Core §3.1.2.1). */
  uiLocales?: string | null;
  /** The browser's `Accept-Language` header (RFC 9110 §12.5.4). */
  acceptLanguage?: string | null;
}

/** More than anybody reads; longer lists come from nobody who does. */
const MOST = 1000;

/** The language of a page: the person's own choice before the relying party's, that before the browser's. */
export function chooseLocale({ chosen, uiLocales, acceptLanguage }: Wishes): Locale {
  if (isLocale(chosen)) return chosen;
  const headers = { "accept-language": (acceptLanguage ?? "").slice(0, MOST) || "*" };
  const wished = [
    ...(uiLocales ?? "").slice(0, MOST).split(/\s+/),
    ...new Negotiator({ headers }).languages(),
  ];
  // One wish after the other: a regional language is served by its own language before another wish is looked at.
  for (const tag of wished.filter(isLanguageTag)) {
    const found = match([tag], locales, "", { algorithm: "lookup" });
    if (isLocale(found)) return found;
  }
  return locales[0];
}

/** Whether a wish is a language tag at all (RFC 5646); anything else is a wish for nothing. */
function isLanguageTag(tag: string): boolean {
  try {
    return tag !== "" && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
