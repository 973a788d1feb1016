import ts from "typescript";
import type { Finding } from "./finding";
import { nodesOf } from "./parsed";

/** Longest line that has a comment. */
const LONGEST = 110;
/** Beginnings that make a reader wait for the thing (STYLE.md). */
const RELATIVE = /^(What|Who|Whom|Whose|Whoever|Whatever|Where|When|Which|How|Why|Those)\b/;
/** Participles as nouns, and people in place of things (STYLE.md). */
const WORDS =
  /\b(asked|told|kept|wanted|begun|given|said|neighbours?|strangers?|comers?|lookout|whoever|whatever|somebody|nobody|anybody)\b/i;

/** Comments that a reader would have to translate: docstrings with a relative beginning, words of the
 *  list, and long lines. Parameters keep their names, and what stands in backticks is code. */
export function wordFindings(source: ts.SourceFile): Finding[] {
  const file = source.fileName;
  return commentsOf(source).flatMap(({ pos, text }) => {
    const line = source.getLineAndCharacterOfPosition(pos).line + 1;
    const body = text
      .replace(/^\/\*\*?|\*\/$|^\/\//g, "")
      .replace(/^\s*\* ?/gm, "")
      .trim();
    const plain = body.replace(/@param \S+|@typedef .*|`[^`]*`/g, "");
    const found: Finding[] = [];
    const note = (problem: string, instead: string) => found.push({ file, line, problem, instead });
    if (text.startsWith("/**") && RELATIVE.test(body))
      note(`begins a docstring with "${body.split(" ")[0]}"`, "begin with the thing or a verb");
    const word = WORDS.exec(plain)?.[0];
    if (word) note(`says "${word}"`, "say it as STYLE.md does");
    if (lines(source, pos, text).some(({ length }) => length > LONGEST))
      note(`has a comment of more than ${LONGEST} characters in a line`, "wrap it");
    return found;
  });
}

function commentsOf(source: ts.SourceFile): { pos: number; text: string }[] {
  const found = new Map<number, string>();
  for (const node of nodesOf(source)) {
    // Text of JSX that looks like a comment is none.
    if (ts.isJsxText(node)) continue;
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) found.set(pos, source.text.slice(pos, end));
  }
  return [...found].map(([pos, text]) => ({ pos, text }));
}

/** Lines of the file on which a comment stands, code before it included; an example keeps its lines. */
function lines({ text: whole }: ts.SourceFile, pos: number, text: string): string[] {
  if (/@example|https?:\/\//.test(text)) return [];
  const start = whole.lastIndexOf("\n", pos - 1) + 1;
  const end = whole.indexOf("\n", pos + text.length);
  return whole.slice(start, end < 0 ? undefined : end).split("\n");
}
