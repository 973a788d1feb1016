import { globSync, readFileSync } from "node:fs";

/** A fenced block of a page. */
export interface CodeBlock {
  page: string;
  line: number;
  language: string;
  /** Attributes behind the language: `file=server.ts`, `body=createUser`. */
  attributes: Readonly<Record<string, string>>;
  code: string;
}

const FENCE = /^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm;
const ATTRIBUTE = /([\w-]+)=(?:"([^"]*)"|(\S+))/g;

/** Every fenced block of the pages under docs, in order. */
export function codeBlocks(): CodeBlock[] {
  return globSync("docs/**/*.md").sort().flatMap(codeBlocksOf);
}

/** Every fenced block of a page, in order. */
export function codeBlocksOf(page: string): CodeBlock[] {
  return [...readFileSync(page, "utf8").matchAll(FENCE)].map((found) => {
    const [, indent = "", info = "", code = ""] = found;
    const attributes = [...info.matchAll(ATTRIBUTE)].map(
      ([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""] as const,
    );
    return {
      page,
      line: found.input.slice(0, found.index).split("\n").length,
      language: info.trim().split(/\s+/)[0] ?? "",
      attributes: Object.fromEntries(attributes),
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  });
}
