import { brandPalette } from "@/lib/tenants/brand-color";

// The hosted pages' own colours and measures (app/globals.css), written out: these pages load nothing.
const own = {
  light: "--ground:#f7f6f3;--card:#fff;--ink:#1c1b19;--soft:#5d5b55;--line:#e4e2dc;--edge:#8b8880",
  dark: "--ground:#121211;--card:#1b1b1a;--ink:#f3f2ee;--soft:#aaa79f;--line:#31302d;--edge:#7d7a73",
};

const rules = `
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Hiragino Sans","Noto Sans JP","Noto Sans Arabic",sans-serif;-webkit-font-smoothing:antialiased;overflow-wrap:anywhere}
.page{min-height:100dvh;display:flex;flex-direction:column;align-items:center;padding:1.5rem 1rem 2rem}
main{width:100%;max-width:26.5rem;background:var(--card);border:1px solid var(--line);border-radius:1.5rem;padding:2rem 1.25rem;box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 40px -12px rgb(0 0 0/.08)}
@media(min-width:40rem){.page{padding:clamp(1.5rem,11vh,8rem) 1.5rem 2rem}main{padding:2.5rem}}
.brand{display:flex;align-items:center;gap:.75rem;min-height:2.5rem;margin-bottom:2rem;font-size:.9375rem;font-weight:600;overflow-wrap:anywhere}
.mark{display:grid;place-items:center;flex:none;width:2.5rem;height:2.5rem;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font-size:1.125rem}
img.mark{background:none;object-fit:contain}
h1{margin:0;font-size:1.625rem;line-height:1.25;font-weight:600;letter-spacing:-.015em;text-wrap:balance;overflow-wrap:anywhere}
p{margin:.5rem 0 0;line-height:1.625;color:var(--soft);overflow-wrap:anywhere}
a{color:var(--accent-ink);text-underline-offset:4px}
code{font-size:.875rem;color:var(--ink);overflow-wrap:anywhere}
.details{margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.875rem}
.actions{display:grid;gap:.75rem;margin-top:2rem}
.actions+.actions{margin-top:.75rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;width:100%;padding:.5rem 1.25rem;border-radius:.75rem;border:1px solid var(--edge);background:none;color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
.button:hover{border-color:var(--ink)}
.primary{border-color:transparent;background:var(--accent);color:var(--on-accent)}
.primary:hover{border-color:transparent;background:var(--accent-hover)}
:focus-visible{outline:2px solid var(--accent-ink);outline-offset:2px}
footer{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1.25rem;width:100%;max-width:26.5rem;margin-top:1rem;padding:0 .5rem;font-size:.875rem;color:var(--soft)}
summary::-webkit-details-marker{display:none}
footer a,summary{display:inline-flex;align-items:center;gap:.5rem;list-style:none;min-height:2.5rem;color:inherit;text-decoration:none;cursor:pointer}
footer a:hover{text-decoration:underline}
footer nav{display:flex;flex-wrap:wrap;gap:0 1.25rem}
details{position:relative}
details ul{position:absolute;inset-inline-start:0;bottom:100%;z-index:1;min-width:10rem;margin:0 0 .25rem;padding:.375rem;list-style:none;background:var(--card);border:1px solid var(--line);border-radius:.75rem;box-shadow:0 8px 24px rgb(0 0 0/.12)}
details li a{display:flex;padding:0 .75rem;color:var(--ink)}
@media(forced-colors:active){.button{border-color:ButtonBorder}}`;

/** The style of the OAuth plane's pages, in a tenant's colour when it has one. */
export function pageStyle(color: string | null): string {
  return `:root{color-scheme:light dark;${own.light};${palette(color, "light")}}
@media(prefers-color-scheme:dark){:root{${own.dark};${palette(color, "dark")}}}${rules}`;
}

const ownAccents = {
  light: { accent: "#3a4fc4", accentHover: "#3245b0", onAccent: "#ffffff", accentInk: "#3a4fc4" },
  dark: { accent: "#98a9ff", accentHover: "#b0bdff", onAccent: "#0f1433", accentInk: "#a9b7ff" },
};

function palette(color: string | null, scheme: "light" | "dark"): string {
  const colours = color ? brandPalette(color, scheme) : ownAccents[scheme];
  const { accent, accentHover, onAccent, accentInk } = colours;
  return `--accent:${accent};--accent-hover:${accentHover};--on-accent:${onAccent};--accent-ink:${accentInk}`;
}
