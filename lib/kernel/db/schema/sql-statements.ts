/** Matches a semicolon, and the tokens in which a semicolon ends no statement: comments, strings, names and
 *  quoted bodies. */
const TOKENS =
  /--[^\n]*|\/\*[\s\S]*?\*\/|(?<!\w)[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|(?<![\w$])\$(?<tag>[A-Za-z_]\w*)?\$[\s\S]*?\$\k<tag>\$|;/g;

/** Splits a script into statements, each with the comments before it. A body between BEGIN ATOMIC and END is
 *  not understood. */
export function statementsOf(script: string): string[] {
  const ends = [...script.matchAll(TOKENS)].filter(([token]) => token === ";");
  const places = [...ends.map(({ index }) => index), script.length];
  return places
    .map((end, at) => script.slice(at === 0 ? 0 : (places[at - 1] ?? 0) + 1, end).trim())
    .filter((text) => withoutComments(text) !== "");
}

/** Removes the comments before a statement. */
export function withoutComments(statement: string): string {
  return statement.replace(/^(?:\s|--[^\n]*\n?|\/\*[\s\S]*?\*\/)+/, "").trim();
}
