// The same colours as the hosted pages (app/globals.css), repeated because these pages load no stylesheet.
const light =
  "--ground:#f7f6f3;--card:#fff;--ink:#1c1b19;--soft:#5d5b55;--line:#e4e2dc;--accent:#3a4fc4;--get:#1b6e3c;--post:#3a4fc4;--change:#8a5200;--delete:#b3261e";
const dark =
  "--ground:#121211;--card:#1b1b1a;--ink:#f3f2ee;--soft:#aaa79f;--line:#31302d;--accent:#a9b7ff;--get:#93dba9;--post:#a9b7ff;--change:#f0c27b;--delete:#ffb1a8";

/** Styles of the documentation: its frame, its text, and the reference. */
export const documentationStyle = `:root{color-scheme:light dark;${light}}
@media(prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;inset-inline-start:-99rem;padding:.5rem 1rem;background:var(--card)}
.skip:focus{inset-inline-start:1rem;top:1rem}
header{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1.5rem;padding:1rem 1.5rem .5rem;border-bottom:1px solid var(--line);background:var(--card)}
header>a{color:var(--ink);font-weight:650;font-size:1.0625rem;line-height:1.75;text-decoration:none}
header form{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;color:var(--soft);font-size:.9375rem}
header nav{flex-basis:100%}
input,button{font:inherit;min-height:2.25rem;padding:.25rem .625rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--ground);color:var(--ink)}
input{width:13rem;max-width:100%}
nav ul{display:flex;flex-wrap:wrap;gap:.125rem 1.125rem;margin:0;padding:0;list-style:none}
nav a{display:inline-block;padding:.25rem 0;color:var(--soft);font-size:.9375rem;text-decoration:none}
nav a:hover{color:var(--ink);text-decoration:underline}
nav [aria-current]{color:var(--ink);font-weight:650}
nav [aria-current=true]{box-shadow:0 2px var(--accent)}
.contents,.headings{padding:1rem 1.5rem;border-bottom:1px solid var(--line)}
summary{color:var(--soft);font-size:.9375rem;cursor:pointer}
.headings ul{display:block}
.headings a{display:block}
.depth-3{padding-inline-start:.75rem}
main{min-width:0;padding:2rem 1.5rem 6rem}
h1,h2,h3{line-height:1.25;text-wrap:balance}
h1{margin:0 0 .75rem;font-size:2rem;letter-spacing:-.02em}
h2{margin:2.5rem 0 .5rem;font-size:1.375rem;letter-spacing:-.01em}
h3{margin:1.75rem 0 .375rem;font-size:1rem}
h2>a,h3>a,h4>a{color:inherit;text-decoration:none}
h2>a:hover,h3>a:hover,h4>a:hover{text-decoration:underline}
h4{margin:1.25rem 0 .25rem}
section>h2{margin-top:0}
p{max-width:44rem;margin:.625rem 0}
small{color:var(--soft);font-size:.8125rem;font-weight:400}
section{margin-top:3.5rem}
.operation,#objects{padding-top:3rem;border-top:1px solid var(--line)}
.object{margin-top:2rem}
:target>a,:target h2 a,:target h3 a,dt:target{text-decoration:underline 3px var(--accent)}
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
figure{margin:1rem 0;max-width:52rem}
figcaption{margin-bottom:.25rem;color:var(--soft)}
pre{margin:0;overflow-x:auto;font-size:.8125rem;padding:1rem 1.125rem;border:1px solid var(--line);border-radius:.75rem;background:var(--card);white-space:pre-wrap}
.code pre{white-space:pre;tab-size:2}
pre code{font:inherit}
.wide{max-width:64rem;overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;font-size:.9375rem;overflow-wrap:break-word}
th,td{padding:.5rem .875rem .5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
th{color:var(--soft);font-weight:650}
blockquote{margin:1rem 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line)}
li{max-width:44rem;margin:.25rem 0}
.drawing{display:block;color:var(--ink);max-width:52rem;margin:1.5rem 0}
.drawing svg{width:100%;height:auto;color:var(--ink)}
.found{padding:0;list-style:none}
.found li{padding:.75rem 0;border-bottom:1px solid var(--line)}
.found p{margin:.25rem 0;color:var(--soft);font-size:.9375rem}
footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
.ways{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem}
.ways span{color:var(--soft)}
.ways a{color:var(--accent)}
.examples h3:first-child{margin-top:.625rem}
@media(min-width:64rem){.frame{display:grid;grid-template-columns:16rem minmax(0,1fr);max-width:100rem;margin:auto}
.contents,.headings{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:2rem 1.5rem;border:0}
.contents ul{display:block}.contents a{display:block}main{padding:2.5rem 2.5rem 6rem}
.operations span{display:inline;margin-inline-start:.5rem}}
@media(min-width:64rem){.frame>main{grid-column:2}.frame>.headings{grid-column:2}}
@media(min-width:90rem){.frame:has(.headings){grid-template-columns:16rem minmax(0,1fr) 16rem}
.frame>.contents,.frame>main,.frame>.headings{grid-row:1}.frame>.headings{grid-column:3}
.headings::details-content{content-visibility:visible;block-size:auto}.headings a{font-size:.875rem}}
@media(min-width:80rem){.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,30rem);gap:3rem}}
@media(forced-colors:active){nav [aria-current]{text-decoration:underline}}
@media print{:root{color-scheme:light;${light};--ground:#fff}nav,form,footer,details,.skip{display:none!important}.code pre{white-space:pre-wrap}body{font-size:10pt}main{padding:0}.operation,#objects{break-before:auto}h2,h3{break-after:avoid}pre,dt{break-inside:avoid}}`;
