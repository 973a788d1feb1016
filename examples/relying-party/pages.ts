import type { Session } from "./sessions";

const style = `
:root{color-scheme:light dark;--ground:#f7f6f3;--card:#fff;--ink:#1c1b19;--soft:#66635c;--line:#e5e2db;--accent:#0f766e;--on:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#131312;--card:#1c1c1a;--ink:#f2f0eb;--soft:#a8a49a;--line:#33322e;--accent:#5eead4;--on:#062925}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",sans-serif;padding:clamp(1rem,5vw,4rem) 1rem}
main{max-width:44rem;margin:auto}header{display:flex;gap:.75rem;align-items:center;margin-bottom:2rem;color:var(--soft)}
header b{color:var(--ink)}.mark{width:1.75rem;height:1.75rem;border-radius:.5rem;background:var(--accent)}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:clamp(1.25rem,4vw,2rem)}
h1{font-size:1.5rem;line-height:1.3;letter-spacing:-.015em;margin:0 0 .5rem}p{color:var(--soft);margin:.25rem 0 1.25rem}
dl{display:grid;grid-template-columns:minmax(9rem,auto) 1fr;margin:0 0 1.5rem;border-top:1px solid var(--line)}
dt,dd{margin:0;padding:.625rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}dt{color:var(--soft);padding-right:1rem}
dd{font-family:ui-monospace,Menlo,monospace;font-size:.875rem}
.row{display:flex;gap:.75rem;flex-wrap:wrap}form{margin:0}
.button{font:inherit;font-weight:600;display:inline-block;min-height:2.75rem;padding:.55rem 1.25rem;border-radius:.625rem;border:1px solid var(--line);background:transparent;color:var(--ink);text-decoration:none;cursor:pointer}
.button.main{background:var(--accent);border-color:var(--accent);color:var(--on)}.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (max-width:32rem){dl{grid-template-columns:1fr}dt{border:0;padding-bottom:0}}`;

/** Text of the style, for its hash in the content security policy. */
export const pageStyle = style;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function layout(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><header><span class="mark" aria-hidden="true"></span><span><b>Reports</b> · example relying party</span></header><div class="card">${content}</div></main></body></html>`;
}

export function signedOutPage(notice: string | null): string {
  const words = notice ?? "Sign in with your account to see your reports.";
  return layout(
    "Reports",
    `<h1>You are not signed in</h1><p>${escapeHtml(words)}</p><a class="button main" href="/sign-in">Sign in</a>`,
  );
}

export function signedInPage({ tokens: { claims }, refreshedAt, idleMs }: Session): string {
  const rows = Object.entries(claims)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`;
    })
    .join("");
  const refreshed = refreshedAt ? ` Tokens refreshed at ${refreshedAt.toLocaleTimeString()}.` : "";
  return layout(
    "Reports",
    `<h1>Signed in as ${escapeHtml(String(claims.name ?? claims.email ?? claims.sub))}</h1>
<p>Signs out after ${Math.round(idleMs / 60_000)} minutes without activity.${refreshed}</p><dl>${rows}</dl>
<div class="row"><form method="post" action="/refresh"><button class="button main">Refresh tokens</button></form>
<form method="post" action="/sign-out"><button class="button">Sign out</button></form></div>`,
  );
}

export function failedPage(reason: string): string {
  return layout(
    "Sign-in failed",
    `<h1>That did not work</h1><p>${escapeHtml(reason)}</p><a class="button main" href="/">Start again</a>`,
  );
}
