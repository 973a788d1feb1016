/** Result of a benchmark: a table in Markdown, whose first column is of names.
 *  @param head titles of the columns */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map((_, at) => (at === 0 ? "---" : "---:")).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** A rate as it is shown: whole where that is exact enough. */
export const rate = (value: number) =>
  value >= 100 ? Math.round(value).toString() : value.toFixed(1);
