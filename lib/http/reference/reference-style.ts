// The colours of the hosted pages (app/globals.css) again, because these pages load nothing.
const light =
  "--ground:#f7f6f3;--card:#fff;--ink:#1c1b19;--soft:#5d5b55;--line:#e4e2dc;--accent:#3a4fc4;--get:#1b6e3c;--post:#3a4fc4;--change:#8a5200;--delete:#b3261e";
const dark =
  "--ground:#121211;--card:#1b1b1a;--ink:#f3f2ee;--soft:#aaa79f;--line:#31302d;--accent:#a9b7ff;--get:#93dba9;--post:#a9b7ff;--change:#f0c27b;--delete:#ffb1a8";

/** The style of the reference. */
export const referenceStyle = `:root{color-scheme:light dark;${light}}
@media(prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;inset-inline-start:-99rem;padding:.5rem 1rem;background:var(--card)}
.skip:focus{inset-inline-start:1rem;top:1rem}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;padding:1.25rem 1.5rem;border-bottom:1px solid var(--line);background:var(--card)}
header a{color:var(--soft);font-size:.9375rem;line-height:1.75}
header a:first-child{color:var(--ink);font-weight:650;font-size:1.0625rem;text-decoration:none}
nav{padding:1.25rem 1.5rem;border-bottom:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:.125rem 1.125rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.25rem 0;color:var(--soft);font-size:.9375rem;text-decoration:none}
nav a:hover{color:var(--ink);text-decoration:underline}
nav [aria-current]{color:var(--ink);font-weight:650}
nav .current{flex-basis:100%}
nav .current ul{display:block;padding-inline-start:.875rem;border-inline-start:2px solid var(--line)}
main{min-width:0;padding:2rem 1.5rem 6rem}
h1,h2,h3{line-height:1.25;text-wrap:balance}
h1{margin:0 0 .75rem;font-size:2rem;letter-spacing:-.02em}
h2{margin:0;font-size:1.375rem;letter-spacing:-.01em}
h3{margin:1.75rem 0 .375rem;font-size:1rem}
h2 a,.object h3 a{color:inherit;text-decoration:none}
h2 a:hover,.object h3 a:hover{text-decoration:underline}
p{max-width:44rem;margin:.625rem 0}
small{color:var(--soft);font-size:.8125rem;font-weight:400}
section{margin-top:3.5rem}
.operation,#objects{padding-top:3rem;border-top:1px solid var(--line)}
.object{margin-top:2rem}
:target h2 a,:target h3 a,dt:target{text-decoration:underline 3px var(--accent)}
code,pre{font:.875em/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.path{margin:.375rem 0 1rem}
.path b,.operations b{font:650 .8125rem/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.get{color:var(--get)}.post{color:var(--post)}.put,.patch{color:var(--change)}.delete{color:var(--delete)}
dl{margin:.375rem 0;border-top:1px solid var(--line)}
dt{padding-top:.625rem}
dt>code{font-weight:650}
dt span,dt em{color:var(--soft);font-size:.875rem}
dt em{font-style:normal;font-weight:650}
dd{margin:0;padding-bottom:.625rem;border-bottom:1px solid var(--line);font-size:.9375rem;max-width:44rem}
dd dl{margin-inline-start:1rem}
ul{margin:.375rem 0;padding-inline-start:1.25rem}
.errors{columns:17rem;font-size:.9375rem}
.operations{padding:0;list-style:none}
.operations li{padding:.375rem 0;border-bottom:1px solid var(--line)}
.operations span{display:block;color:var(--soft);font-size:.875rem}
pre{margin:0;font-size:.8125rem;padding:1rem 1.125rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);white-space:pre-wrap}
.examples h3:first-child{margin-top:.625rem}
@media(min-width:64rem){.frame{display:grid;grid-template-columns:17rem minmax(0,1fr);max-width:96rem;margin:auto}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2rem 1.5rem;border:0}
nav ul{display:block}nav a{display:block}main{padding:2.5rem 2.5rem 8rem}
.operations span{display:inline;margin-inline-start:.5rem}}
@media(min-width:80rem){.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,30rem);gap:3rem}}
@media(forced-colors:active){nav [aria-current]{text-decoration:underline}}
@media print{:root{color-scheme:light;${light};--ground:#fff}nav,.skip{display:none}body{font-size:10pt}main{padding:0}.operation,#objects{break-before:auto}h2,h3{break-after:avoid}pre,dt{break-inside:avoid}}`;
