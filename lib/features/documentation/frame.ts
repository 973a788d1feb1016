import type { Entry } from "@/lib/features/documentation/contents";
import type { Heading } from "@/lib/features/documentation/markdown";
import { pageAddress } from "@/lib/features/documentation/markdown";
import { type Html, html } from "@/lib/features/documentation/reference/html";
import { documentationStyle } from "@/lib/features/documentation/style";

/** Everything that a page of the documentation shows. */
export interface PageFrame {
  title: string;
  /** Null for a page without an address of its own, such as search results. */
  path: string | null;
  content: Html;
  headings: readonly Heading[];
  /** All sections with their first page, and which of them the page is in. */
  sections: readonly { title: string; first: string; isCurrent: boolean }[];
  /** Pages of the page's section. */
  entries: readonly Entry[];
  before?: Entry | undefined;
  after?: Entry | undefined;
  /** Query of a search. */
  query?: string;
}

/** Longest query of a search, in characters. */
export const MAX_QUERY_LENGTH = 100;

/** Renders a page of the documentation: one document that loads no resources and runs no scripts. */
export function renderPage(page: PageFrame): string {
  const { title, path, content, headings, query = "" } = page;
  const head = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Atrium documentation</title>
${path !== null && html`<link rel="alternate" type="text/markdown" href="/docs/${path}.md">`}
<style>`;
  const rest = html`</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a href="/docs">Atrium documentation</a>
<form action="/docs/search" role="search"><label for="q">Search</label> <input id="q" name="q" type="search" maxlength="${MAX_QUERY_LENGTH}" value="${query}"> <button>Search</button></form>
<nav aria-label="Sections"><ul>${page.sections.map(
    ({ title: name, first, isCurrent }) =>
      html`<li><a href="${pageAddress(first)}"${isCurrent && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav></header>
<div class="frame">
${contents(page)}
${onThisPage(headings)}
<main id="content">
${content}
${foot(page)}
</main>
</div>
</body>
</html>
`;
  return `<!doctype html>\n${head.text}${documentationStyle}${rest.text}`;
}

function contents({ entries, path }: PageFrame): Html {
  const links = entries.map((entry) => {
    const isHere = entry.path === path;
    return html`<li><a href="${pageAddress(entry.path)}"${isHere && html` aria-current="page"`}>${entry.title}</a></li>`;
  });
  return html`<nav class="contents" aria-label="Contents"><ul>${links}</ul></nav>`;
}

/** Table of contents of a page, if it is long enough to need one. Collapsed on narrow screens. */
function onThisPage(headings: readonly Heading[]): Html | false {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 3) return false;
  const links = shown.map(
    ({ depth, id, text }) => html`<li class="depth-${depth}"><a href="#${id}">${text}</a></li>`,
  );
  return html`<details class="headings"><summary>On this page</summary><nav aria-label="On this page"><ul>${links}</ul></nav></details>`;
}

function foot({ before, after, path }: PageFrame): Html {
  const way = (entry: Entry | undefined, rel: string, word: string) =>
    entry &&
    html`<a rel="${rel}" href="${pageAddress(entry.path)}"><span>${word}</span> ${entry.title}</a>`;
  return html`<footer>
${(before || after) && html`<nav class="ways" aria-label="Next and previous page">${way(before, "prev", "Previous")} ${way(after, "next", "Next")}</nav>`}
${path !== null && html`<p><a href="/docs/${path}.md">This page as Markdown</a> · <a href="/llms.txt">All pages for a language model</a></p>`}
</footer>`;
}
