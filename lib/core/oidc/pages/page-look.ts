import { createFormatter, createTranslator } from "use-intl/core";
import { chooseLocale } from "@/i18n/choose-locale";
import { directionOf, isLocale, LOCALE_COOKIE, type Locale, locales } from "@/i18n/locales";
import type { Branding } from "@/lib/core/branding/branding";
import { readBranding } from "@/lib/core/branding/branding-store";
import { acceptedEncodings } from "@/lib/core/http/kept-encoding";
import { cookiesOf } from "@/lib/core/oidc/http/cookies";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";
import { logger } from "@/lib/kernel/process/logger";
import ar from "@/messages/ar.json";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import es from "@/messages/es.json";
import fr from "@/messages/fr.json";
import ja from "@/messages/ja.json";

const catalogs: Record<Locale, typeof en> = { en, de, fr, es, ja, ar };

/** Translator for one language. It caches the parsed texts, so each language has one. */
function speakerOf(locale: Locale) {
  return {
    t: createTranslator({ locale, messages: catalogs[locale] }),
    format: createFormatter({ locale, timeZone: "UTC" }),
  };
}

const speakers = new Map(locales.map((locale) => [locale, speakerOf(locale)] as const));

/** Language and branding of a page. */
export interface PageLook extends ReturnType<typeof speakerOf> {
  locale: Locale;
  direction: "ltr" | "rtl";
  /** Null when the tenant is not known. */
  branding: Branding | null;
  /** Path and query that show the same page, for the language switcher; null where there is none. */
  here: string | null;
  /** Whether the person has just chosen the language, which is then stored in a cookie. */
  chosen: boolean;
  /** Whether the browser accepts a compressed page, and the host passes it on. */
  gzip: boolean;
}

/** Language of a page for the sender of a request. */
export function localeFor(request: Request): Locale {
  const { searchParams } = new URL(request.url);
  const lang = searchParams.get("lang");
  return chooseLocale({
    chosen: isLocale(lang) ? lang : cookiesOf(request)(LOCALE_COOKIE),
    uiLocales: searchParams.get("ui_locales"),
    acceptLanguage: request.headers.get("accept-language"),
  });
}

/** The look in a language, without a tenant. */
export function plainLook(locale: Locale = "en"): PageLook {
  const direction = directionOf(locale);
  const speaker = speakers.get(locale) ?? speakerOf(locale);
  return { ...speaker, locale, direction, branding: null, here: null, chosen: false, gzip: false };
}

/** The look for the sender of a request. Its language is the person's choice, else the relying party's
 *  request, else the browser's.
 *  @param branding branding of the page */
export function lookFor(request: Request, branding: Branding | null): PageLook {
  const { pathname, search, searchParams } = new URL(request.url);
  const lang = searchParams.get("lang");
  return {
    ...plainLook(localeFor(request)),
    branding,
    here: request.method === "POST" ? null : pathname + search,
    chosen: isLocale(lang),
    gzip: acceptedEncodings(request).has("gzip"),
  };
}

/** The look for the sender of a request, when the branding was not read with the rest.
 *  @param scope scope of the branding, when that is known */
export async function lookOf(request: Request, scope: TenantScope | null): Promise<PageLook> {
  return lookFor(request, scope && (await brandingOf(scope)));
}

/** Reads the tenant's branding. Null when that fails: an error page must not fail because of its branding. */
async function brandingOf(scope: TenantScope): Promise<Branding | null> {
  try {
    return await inBatch(scope, readBranding);
  } catch (error) {
    logger.warn({ err: error }, "a page goes without its branding");
    return null;
  }
}
