import { posix } from "node:path";
import { Marked, type Tokens } from "marked";
import { pageOfFile, textOfFile } from "@/lib/features/documentation/page-files";
import { Html, html } from "@/lib/features/documentation/reference/html";

/** A heading of a page, for its table of contents. */
export interface Heading {
  depth: number;
  id: string;
  text: string;
}

/** Markdown rendered as HTML. */
export interface Rendered {
  content: Html;
  headings: Heading[];
}

/** Renders Markdown as HTML: escaped, with anchors at headings, and with links to pages instead of files.
 *  HTML within Markdown is shown as text, and comments are left out.
 *  @param file path of the Markdown, the base of its relative links: `docs/guides/go-live.md` */
export function renderMarkdown(text: string, file: string): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({ gfm: true, renderer: rendererFor(file, headings) });
  return { content: new Html(marked.parse(text, { async: false })), headings };
}

function rendererFor(
  file: string,
  headings: Heading[],
): NonNullable<ConstructorParameters<typeof Marked>[0]>["renderer"] {
  const anchors = new Map<string, number>();
  return {
    heading({ tokens, depth }: Tokens.Heading) {
      const inner = this.parser.parseInline(tokens);
      const text = plain(inner);
      const id = freshAnchor(text, anchors);
      headings.push({ depth, id, text });
      if (depth === 1) return html`<h1 id="${id}">${new Html(inner)}</h1>`.text;
      return `<h${depth} id="${id}"><a href="#${id}">${inner}</a></h${depth}>\n`;
    },
    code({ text, lang }: Tokens.Code) {
      const language = (lang ?? "").split(/\s/)[0] ?? "";
      const file = /\bfile=(\S+)/.exec(lang ?? "")?.[1];
      const name = file ? html`<figcaption><code>${file}</code></figcaption>` : "";
      // Scrollable content must be focusable by keyboard, and so needs a name (WCAG 2.1.1).
      return html`<figure class="code">${name}<pre tabindex="0" role="group" aria-label="${language || "code"}"><code>${text.replace(/\n$/, "")}\n</code></pre></figure>\n`
        .text;
    },
    html({ text }: Tokens.HTML | Tokens.Tag) {
      return html`${text.replace(/<!--[\s\S]*?-->\n?/g, "")}`.text;
    },
    link({ href, title, tokens }: Tokens.Link) {
      const inner = this.parser.parseInline(tokens);
      const to = addressOf(href, file);
      if (to === null) return inner;
      return html`<a href="${to}"${title ? html` title="${title}"` : ""}>${new Html(inner)}</a>`
        .text;
    },
    image({ href, text }: Tokens.Image) {
      return pictureOf(href, text, file);
    },
    table(token: Tokens.Table) {
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => this.tablecell(cell)).join("");
      const body = token.rows.map((row) => this.tablerow({ text: cells(row) })).join("");
      // Wide tables scroll by themselves, so that the page does not.
      return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${this.tablerow({ text: cells(token.header) })}</thead><tbody>${body}</tbody></table></div>\n`;
    },
  };
}

/** Anchor of a heading in GitHub's way, so that links work on both sides.
 *  @param taken number of uses of each anchor in the page; updated by this function */
export function freshAnchor(heading: string, taken: Map<string, number>): string {
  const words = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "");
  const anchor = words.trim().replaceAll(" ", "-");
  const times = taken.get(anchor) ?? 0;
  taken.set(anchor, times + 1);
  return times === 0 ? anchor : `${anchor}-${times}`;
}

/** Address that a link of a page leads to; null for a file that is not served, of which only the link's
 *  text is shown. */
function addressOf(href: string, file: string): string | null {
  // The placeholder is replaced by the reader's own service.
  if (/^(https?:|mailto:|#|\/|\{\{issuer\}\})/.test(href)) return href;
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return null;
  const [path = "", anchor] = href.split("#");
  const page = pageOfFile(posix.join(posix.dirname(file), path));
  if (!page) return null;
  return `${pageAddress(page.path)}${anchor ? `#${anchor}` : ""}`;
}

/** The address of a page. */
export function pageAddress(path: string): string {
  return path === "index" ? "/docs" : `/docs/${path}`;
}

/** Inlines a drawing of ours, so that it takes the page's colours and loads nothing. */
function pictureOf(href: string, text: string, file: string): string {
  const drawing = href.endsWith(".svg") ? textOfFile(posix.join(posix.dirname(file), href)) : null;
  if (drawing === null) return html`<em>${text}</em>`.text;
  const labelled = drawing
    .replace(/<\?xml[^>]*>\s*/, "")
    .replace("<svg ", html`<svg role="img" aria-label="${text}" `.text);
  return `<span class="drawing">${labelled}</span>`;
}

/** Strips the tags from a line of HTML. */
function plain(inner: string): string {
  return inner
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
