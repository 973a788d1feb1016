import { createTranslator } from "use-intl/core";
import { chooseLocale } from "@/i18n/choose-locale";
import { directionOf, isLocale, LOCALE_COOKIE, type Locale } from "@/i18n/locales";
import type { TenantScope } from "@/lib/caller";
import { config } from "@/lib/config/config";
import { inTenant } from "@/lib/db";
import { logger } from "@/lib/logger";
import { cookiesOf } from "@/lib/oidc/cookies";
import type { Branding } from "@/lib/tenants/branding";
import { readBranding } from "@/lib/tenants/branding-store";
import ar from "@/messages/ar.json";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import es from "@/messages/es.json";
import fr from "@/messages/fr.json";
import ja from "@/messages/ja.json";

const catalogs: Record<Locale, typeof en> = { en, de, fr, es, ja, ar };

const translator = (locale: Locale) => createTranslator({ locale, messages: catalogs[locale] });

/** How a page of the OAuth plane speaks, and whose it is. */
export interface PageLook {
  locale: Locale;
  direction: "ltr" | "rtl";
  t: ReturnType<typeof translator>;
  /** Null when it is not known whose page it is. */
  branding: Branding | null;
  /** The address that shows the same page, for the language switcher; null for an answer to a form. */
  here: URL | null;
  /** The language was just chosen, and is to be remembered. */
  chosen: boolean;
}

/** The look in a language, for nobody in particular. */
export function plainLook(locale: Locale = "en"): PageLook {
  const direction = directionOf(locale);
  return { locale, direction, t: translator(locale), branding: null, here: null, chosen: false };
}

/** The look for whoever sent a request, chosen as on the hosted pages.
 *  @param scope whose page it is, when that is known */
export async function lookOf(request: Request, scope: TenantScope | null): Promise<PageLook> {
  const { pathname, search, searchParams } = new URL(request.url);
  const lang = searchParams.get("lang");
  const locale = chooseLocale({
    chosen: isLocale(lang) ? lang : cookiesOf(request)(LOCALE_COOKIE),
    uiLocales: searchParams.get("ui_locales"),
    acceptLanguage: request.headers.get("accept-language"),
  });
  return {
    ...plainLook(locale),
    branding: scope && (await brandingOf(scope)),
    here: request.method === "GET" ? new URL(pathname + search, config().baseUrl) : null,
    chosen: isLocale(lang),
  };
}

/** A page that tells of a failure must not fail for its looks. */
async function brandingOf(scope: TenantScope): Promise<Branding | null> {
  try {
    return await inTenant(scope, readBranding);
  } catch (error) {
    logger.warn({ err: error }, "a page goes without its branding");
    return null;
  }
}
