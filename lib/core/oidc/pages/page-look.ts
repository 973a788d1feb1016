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

/** Speaks one language. It remembers each text that it has parsed, so each language has one. */
function speakerOf(locale: Locale) {
  return {
    t: createTranslator({ locale, messages: catalogs[locale] }),
    format: createFormatter({ locale, timeZone: "UTC" }),
  };
}

const speakers = new Map(locales.map((locale) => [locale, speakerOf(locale)] as const));

/** How a page speaks, and whose it is. */
export interface PageLook extends ReturnType<typeof speakerOf> {
  locale: Locale;
  direction: "ltr" | "rtl";
  /** Null when it is not known whose page it is. */
  branding: Branding | null;
  /** The path and query that show the same page, for the language switcher; null where there is none. */
  here: string | null;
  /** The person has just chosen the language: a cookie remembers it. */
  chosen: boolean;
  /** The browser takes the page compressed, and the host hands it on so. */
  gzip: boolean;
}

/** The language of a page for the sender of a request. */
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

/** The look for the sender of a request: the language by their choice, by what the relying party asked for, or by their
 *  browser.
 *  @param branding whose page it is */
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

/** The look for the sender of a request, of a scope whose branding was not read with the rest.
 *  @param scope whose page it is, when that is known */
export async function lookOf(request: Request, scope: TenantScope | null): Promise<PageLook> {
  return lookFor(request, scope && (await brandingOf(scope)));
}

/** The tenant's branding. Null when it can't be read: an error page must not fail for its looks. */
async function brandingOf(scope: TenantScope): Promise<Branding | null> {
  try {
    return await inBatch(scope, readBranding);
  } catch (error) {
    logger.warn({ err: error }, "a page goes without its branding");
    return null;
  }
}
