import { createHash } from "node:crypto";

const style = `
:root{color-scheme:light dark;--ground:#f6f6f4;--card:#fff;--ink:#1d1d1b;--soft:#62625d;--line:#e3e3de;--accent:#2f5bd0;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#141413;--card:#1d1d1c;--ink:#f1f1ee;--soft:#a5a59e;--line:#32322f;--accent:#8fb0ff;--on:#10131c}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem}
a{color:var(--accent)}h1{font-size:1.375rem;line-height:1.3;margin:0 0 .5rem;letter-spacing:-.01em}p{margin:.5rem 0;color:var(--soft)}code{font-size:.875rem;color:var(--ink);overflow-wrap:anywhere}
form{margin:1.5rem 0 0;display:flex;gap:.75rem;flex-wrap:wrap}
button{font:inherit;font-weight:600;padding:.625rem 1.25rem;border-radius:.625rem;border:1px solid var(--accent);background:var(--accent);color:var(--on);cursor:pointer;min-height:2.75rem;flex:1}
button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** A small page of the OAuth plane, for people who end up here: one style, no script, nothing loaded. It
 *  belongs to no host's page system, so that it appears whatever serves the handlers.
 *  @param content HTML whose parts from outside went through `escapeHtml`
 *  @param formTarget the origin to which an answer to the page's form may redirect */
export function page(
  title: string,
  content: string,
  { status = 200, formTarget }: { status?: number; formTarget?: string } = {},
): Response {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`;
  return new Response(html, { status, headers: pageHeaders(formTarget) });
}

/** The headers of these pages: nothing may run, load or frame them. */
export function pageHeaders(formTarget = ""): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self' ${formTarget}; base-uri 'none'; frame-ancestors 'none'`,
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
  };
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
