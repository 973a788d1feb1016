import { match } from "@formatjs/intl-localematcher";
import Negotiator from "negotiator";
import { isLocale, type Locale, locales } from "@/i18n/locales";

interface Wishes {
  /** The user's choice on this page, or earlier in this browser. */
  chosen?: string | null;
  /** Languages that the relying party requests: tags by preference, separated by spaces (OIDC Core
   *  §3.1.2.1). */
  uiLocales?: string | null;
  /** The browser's `Accept-Language` header (RFC 9110 §12.5.4). */
  acceptLanguage?: string | null;
}

/** Longer lists come from no user. */
const MOST = 1000;

/** Returns the language of a page: the user's own choice before the relying party's, that before the
 *  browser's. */
export function chooseLocale({ chosen, uiLocales, acceptLanguage }: Wishes): Locale {
  if (isLocale(chosen)) return chosen;
  const headers = { "accept-language": (acceptLanguage ?? "").slice(0, MOST) || "*" };
  const wished = [
    ...(uiLocales ?? "").slice(0, MOST).split(/\s+/),
    ...new Negotiator({ headers }).languages(),
  ];
  // One wish at a time: a regional language falls back to its own language before the next wish.
  for (const tag of wished.filter(isLanguageTag)) {
    const found = match([tag], locales, "", { algorithm: "lookup" });
    if (isLocale(found)) return found;
  }
  return locales[0];
}

/** Whether a wish is a language tag (RFC 5646); others are ignored. */
function isLanguageTag(tag: string): boolean {
  try {
    return tag !== "" && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
