import { type Description, type Group, groupsOf } from "@/lib/http/reference/description";
import { type Html, html } from "@/lib/http/reference/html";
import { referenceStyle } from "@/lib/http/reference/reference-style";

interface Page {
  title: string;
  /** Whose page it is; null for the first one. */
  current: Group | null;
  content: Html;
}

/** A page of the reference: one document that loads nothing and runs nothing. */
export function referencePage(description: Description, { title, current, content }: Page): string {
  const name = `${description.info.title} API`;
  const document = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${name}</title>
<style>`;
  const rest = html`</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a href="/docs">${name}</a> <a href="/api/v1/openapi.json">OpenAPI description</a></header>
<div class="frame">
<nav aria-label="Contents"><ul>
<li><a href="/docs"${current === null && html` aria-current="page"`}>Overview</a></li>
${groupsOf(description).map((group) => groupLink(group, group.slug === current?.slug))}
</ul></nav>
<main id="content">
${content}
</main>
</div>
</body>
</html>
`;
  return `<!doctype html>\n${document.text}${referenceStyle}${rest.text}`;
}

function groupLink({ name, slug, operations }: Group, isCurrent: boolean): Html {
  if (!isCurrent) return html`<li><a href="/docs/${slug}">${name}</a></li>`;
  return html`<li class="current"><a href="/docs/${slug}" aria-current="page">${name}</a>
<ul>${operations.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}</ul></li>`;
}
