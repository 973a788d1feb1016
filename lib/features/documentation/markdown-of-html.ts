import type { Html } from "@/lib/features/documentation/reference/html";

// The pages of the reference are generated as HTML. Their Markdown is converted from it, so that there is
// one generator. Only the elements that the generator uses are supported.

type Node = string | { tag: string; attributes: string; inner: Node[] };

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g;

/** Converts our own HTML to Markdown. */
export function markdownOfHtml(page: Html): string {
  const text = blocks(parsed(page.text), "");
  return `${text.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}

function parsed(text: string): Node[] {
  const root: Node[] = [];
  const open: { tag: string; inner: Node[] }[] = [];
  const here = () => open.at(-1)?.inner ?? root;
  let at = 0;
  for (const found of text.matchAll(TAG)) {
    const [whole, slash, tag = "", attributes = ""] = found;
    if (found.index > at) here().push(unescaped(text.slice(at, found.index)));
    at = found.index + whole.length;
    if (slash) open.pop();
    else {
      const node = { tag, attributes, inner: [] };
      here().push(node);
      open.push(node);
    }
  }
  if (at < text.length) here().push(unescaped(text.slice(at)));
  return root;
}

const INLINE = new Set(["a", "b", "code", "em", "small", "span", "strong"]);

/** @param indent put before each line */
function blocks(nodes: readonly Node[], indent: string): string {
  let text = "";
  let line: Node[] = [];
  const endLine = () => {
    const words = inline(line).replace(/\s+/g, " ").trim();
    if (words) text += `${indent}${words}\n\n`;
    line = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || INLINE.has(node.tag)) line.push(node);
    else {
      endLine();
      text += block(node, indent);
    }
  }
  endLine();
  return text;
}

function block({ tag, inner }: Exclude<Node, string>, indent: string): string {
  const words = () => inline(inner).replace(/\s+/g, " ").trim();
  if (/^h[1-6]$/.test(tag)) return `\n${"#".repeat(Number(tag[1]))} ${words()}\n\n`;
  if (tag === "p") return `${indent}${words()}\n\n`;
  if (tag === "li" || tag === "dt") return `${indent}- ${words()}\n`;
  if (tag === "dd") return blocks(inner, `${indent}  `);
  if (tag === "pre") return `\n\`\`\`\n${plain(inner)}\n\`\`\`\n\n`;
  if (tag === "ul" || tag === "dl") return `\n${blocks(inner, indent)}\n`;
  return blocks(inner, indent);
}

function inline(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const words = inline(node.inner);
      if (node.tag === "code") return `\`${plain(node.inner)}\``;
      if (node.tag === "b") return `**${words}**`;
      const href = node.tag === "a" && /href="([^"]+)"/.exec(node.attributes)?.[1];
      return href && !href.startsWith("#") ? `[${words}](${href})` : words;
    })
    .join("");
}

function plain(nodes: readonly Node[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : plain(node.inner))).join("");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}
