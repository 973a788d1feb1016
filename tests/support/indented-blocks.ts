import { readFileSync } from "node:fs";
import { marked, type Token, type Tokens } from "marked";

/** A block of a page that is code by its indentation alone: what a person types at a shell. */
export interface IndentedBlock {
  page: string;
  line: number;
  code: string;
}

/** Every indented block of a page, in order. */
export function indentedBlocks(page: string): IndentedBlock[] {
  const text = readFileSync(page, "utf8");
  let from = 0;
  const found: IndentedBlock[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    const { type, codeBlockStyle, text: code, raw } = token as Tokens.Code;
    if (type !== "code" || codeBlockStyle !== "indented") return;
    from = text.indexOf(raw, from);
    found.push({ page, line: text.slice(0, from).split("\n").length, code });
  });
  return found;
}
