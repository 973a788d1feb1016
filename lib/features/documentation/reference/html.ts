/** HTML that is safe to put into a page. Only `html` and the renderer of Markdown create it, so that
 *  nothing gets into a page unescaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Builds HTML from a template. Parts are escaped unless they are `Html`, also within an attribute in
 *  double quotes. A list is concatenated; null, undefined and false are empty. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((text, at) => text + (at < parts.length ? textOf(parts[at]) : "")).join(""),
  );
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(textOf).join("");
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Renders text of the description: paragraphs, and `code` between backticks. */
export function prose(text: string | undefined): Html {
  if (!text) return html``;
  return html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

/** Renders a line of the description. */
export function inline(text: string): Html {
  return html`${text.split("`").map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Joins parts with a separator. */
export function joined(parts: readonly Html[], between: string): Html {
  return html`${parts.map((part, at) => (at === 0 ? part : html`${between}${part}`))}`;
}
