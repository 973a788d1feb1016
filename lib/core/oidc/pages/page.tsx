import type { ReactNode } from "react";
import { localeCookie } from "@/lib/core/oidc/http/cookies";
import { gzipped } from "@/lib/core/oidc/pages/compressed-page";
import { favicon } from "@/lib/core/oidc/pages/favicon";
import { Frame } from "@/lib/core/oidc/pages/frame";
import { markupOf } from "@/lib/core/oidc/pages/markup";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { startOf } from "@/lib/core/oidc/pages/page-start";

/** A hosted page: its content and its permissions. */
export interface Page {
  title: string;
  intro?: ReactNode;
  content?: ReactNode;
  status?: number;
  retryAfterSeconds?: number | undefined;
  /** `Set-Cookie` headers. */
  cookies?: readonly string[];
  wide?: boolean;
  /** A path of ours to which the page navigates by itself. `form-action` applies to a redirect of the form
   *  and allows only our origin, while a sign-in ends at the relying party's: a navigation is not
   *  restricted. */
  goesOn?: string;
  /** Origin to which the answer to the page's form may redirect. */
  formTarget?: string;
  /** Address that reports whether the person has signed in in another tab. */
  elsewhere?: string;
  /** The page shows an account: no browser may restore an old copy. */
  private?: boolean;
  /** A preview: our own pages may frame it, and it can't be used. */
  preview?: boolean;
}

/** A page as one document that loads nothing: its style and script are inline. */
export function pageResponse(look: PageLook, page: Page): Response {
  const start = startOf(look);
  const rest = `${markupOf(<Head look={look} page={page} />)}</head>${markupOf(<Body look={look} page={page} />)}</html>`;
  const headers = headersOf(look, page);
  const body = look.gzip ? gzipped(start, rest) : start.text + rest;
  if (look.gzip) headers.set("content-encoding", "gzip");
  return new Response(body, { status: page.status ?? 200, headers });
}

interface Parts {
  look: PageLook;
  page: Page;
}

function Head({ look, page: { title, goesOn } }: Parts) {
  return (
    <>
      <title>{title}</title>
      <link rel="icon" href={favicon(look.branding)} />
      {goesOn && <meta httpEquiv="refresh" content={`0;url=${goesOn}`} />}
    </>
  );
}

function Body({ look, page }: Parts) {
  const { t } = look;
  return (
    <body
      className={page.wide ? "wide" : undefined}
      data-working={t("common.working")}
      data-elsewhere={page.elsewhere}
      data-private={page.private ? "" : undefined}
      inert={page.preview}
    >
      <Frame look={look} title={page.title} intro={page.intro}>
        {page.content}
        {page.goesOn && (
          <a href={page.goesOn} className="button primary">
            {t("common.continue")}
          </a>
        )}
      </Frame>
    </body>
  );
}

const headersOfAll: Record<string, string> = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "private, no-store",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  // Not `no-referrer`: with it, browsers send `Origin: null` with a form, and its origin couldn't be checked.
  "referrer-policy": "same-origin",
  vary: "accept-encoding",
};

/** Security headers: only the page's own style and script may run, and no page may frame it. */
function headersOf(look: PageLook, page: Page): Headers {
  const headers = new Headers(headersOfAll);
  const { styleSource, scriptSource } = startOf(look);
  const [framing, ancestors] = page.preview ? ["SAMEORIGIN", "'self'"] : ["DENY", "'none'"];
  headers.set(
    "content-security-policy",
    [
      "default-src 'none'",
      `script-src ${scriptSource}`,
      `style-src ${styleSource}`,
      "img-src data:",
      "connect-src 'self'",
      `form-action 'self'${page.formTarget ? ` ${page.formTarget}` : ""}`,
      "base-uri 'none'",
      `frame-ancestors ${ancestors}`,
    ].join("; "),
  );
  headers.set("x-frame-options", framing);
  if (page.retryAfterSeconds !== undefined)
    headers.set("retry-after", String(Math.max(1, Math.ceil(page.retryAfterSeconds))));
  for (const cookie of page.cookies ?? []) headers.append("set-cookie", cookie);
  if (look.chosen) headers.append("set-cookie", localeCookie(look.locale));
  return headers;
}
