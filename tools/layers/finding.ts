/** One broken rule: its place, the problem, and the remedy. */
export type Finding = { file: string; line?: number; problem: string; instead: string };

export function describe({ file, line, problem, instead }: Finding): string {
  return `${file}${line ? `:${line}` : ""}\n    ${problem}; ${instead}`;
}
