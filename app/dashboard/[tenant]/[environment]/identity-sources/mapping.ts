import { word } from "@/lib/core/contract/fields";

const MOST = 50;

/** Parses the mapping of a principal's attributes to claims, as people type it: `attribute = claim`, a line
 *  each. Malformed lines are dropped; `mappingProblem` reports them. */
export function mappingOf(text: string): Record<string, string> {
  return Object.fromEntries(pairsIn(text).flatMap((pair) => (pair.length === 2 ? [pair] : [])));
}

/** Reason for which a text is no mapping: too many attributes, or a line that is no pair. */
type MappingProblem = { most: number } | { line: number };

/** Returns why a text is no mapping, or null. */
export function mappingProblem(text: string): MappingProblem | null {
  const pairs = pairsIn(text);
  if (pairs.length > MOST) return { most: MOST };
  const wrong = pairs.findIndex(
    (pair) => pair.length !== 2 || pair.some((one) => !word.safeParse(one).success),
  );
  return wrong < 0 ? null : { line: wrong + 1 };
}

/** Returns a mapping as people type it. */
export function mappingText(mapping: Record<string, string>): string {
  return Object.entries(mapping)
    .map(([attribute, claim]) => `${attribute} = ${claim}`)
    .join("\n");
}

function pairsIn(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("=").map((part) => part.trim()));
}
