import { createHash } from "node:crypto";
import { LOCALE_COOKIE, localeNames, locales } from "@/i18n/locales";
import { config } from "@/lib/config/config";
import { type PageLook, plainLook } from "@/lib/oidc/page-look";
import { pageStyle } from "@/lib/oidc/page-style";

interface PageOptions {
  status?: number;
  /** The origin to which an answer to the page's form may redirect. */
  formTarget?: string;
  look?: PageLook;
}

/** A small page of the OAuth plane, for people who end up here: it looks like the hosted pages, without a
 *  script and with nothing loaded. It belongs to no host's page system, so that it appears whatever serves
 *  the handlers.
 *  @param content HTML whose parts from outside went through `escapeHtml` */
export function page(
  title: string,
  content: string,
  { status = 200, formTarget = "", look = plainLook() }: PageOptions = {},
): Response {
  const { locale, direction, branding } = look;
  const style = pageStyle(branding?.color ?? null);
  const html = `<!doctype html>
<html lang="${locale}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><div class="page"><main>${brand(look)}<h1>${escapeHtml(title)}</h1>${content}</main>${footer(look)}</div></body></html>`;
  return new Response(html, { status, headers: pageHeaders(style, formTarget, look) });
}

/** The headers of these pages: nothing may run, load or frame them. */
function pageHeaders(style: string, formTarget: string, { locale, chosen }: PageLook): Headers {
  const hash = createHash("sha256").update(style).digest("base64");
  const headers = new Headers({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
  });
  const secure = config().baseUrl.startsWith("https://") ? "; Secure" : "";
  if (chosen)
    headers.set(
      "set-cookie",
      `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`,
    );
  return headers;
}

function brand({ branding }: PageLook): string {
  const name = branding?.name ?? "Atrium";
  const mark = branding?.logo
    ? `<img class="mark" src="${escapeHtml(branding.logo)}" alt="" width="40" height="40">`
    : `<span class="mark" aria-hidden="true">${escapeHtml([...name][0]?.toUpperCase() ?? "")}</span>`;
  return `<div class="brand">${mark}<span>${escapeHtml(name)}</span></div>`;
}

function footer({ here, locale, t, branding }: PageLook): string {
  const links = [
    [t("common.support"), branding?.supportUrl],
    [t("common.terms"), branding?.termsUrl],
    [t("common.privacy"), branding?.privacyUrl],
  ] as const;
  const shown = links
    .filter(([, href]) => href)
    .map(
      ([label, href]) =>
        `<a href="${escapeHtml(href ?? "")}" rel="noreferrer">${escapeHtml(label)}</a>`,
    );
  const languages = here && locales.map((one) => languageLink(here, one, one === locale));
  const switcher = languages
    ? `<details><summary>${ICON}${escapeHtml(localeNames[locale])}</summary><ul>${languages.join("")}</ul></details>`
    : "";
  return `<footer>${switcher}${shown.length > 0 ? `<nav>${shown.join("")}</nav>` : ""}</footer>`;
}

// "Languages" of lucide (ISC), as the hosted pages show it.
const ICON =
  '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6"/></svg>';

function languageLink(here: URL, locale: (typeof locales)[number], current: boolean): string {
  const query = new URLSearchParams(here.search);
  query.set("lang", locale);
  const address = escapeHtml(`${here.pathname}?${query}`);
  return `<li><a href="${address}" lang="${locale}"${current ? ' aria-current="true"' : ""}>${localeNames[locale]}</a></li>`;
}

/** Text as it may stand in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
