import { slips } from "@/lib/core/http/nearest";

/** Longest path that is compared, and most parts of one: a longer path is hardly a typing error. */
const LONGEST = 200;
const MOST_PARTS = 12;

/** Cost at which a path is no longer near: two mistyped letters are below it, and so are a missing or
 *  additional part and one mistyped letter. */
const TOO_MUCH = 4;
const ONE_PART = 2;

/** Returns the described path that a mistyped one most likely means. A parameter of a path matches any part.
 *  @param described public paths, with parameters in braces
 *  @returns null when none is near */
export function nearestPath(path: string, described: readonly string[]): string | null {
  if (path.length > LONGEST) return null;
  const typed = partsOf(path);
  if (typed.length === 0 || typed.length > MOST_PARTS) return null;
  let found: string | null = null;
  let least = TOO_MUCH;
  for (const candidate of described) {
    const cost = costOf(typed, partsOf(candidate), least);
    if (cost >= least) continue;
    least = cost;
    found = candidate;
  }
  return found;
}

function partsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

function costOf(typed: readonly string[], meant: readonly string[], tooMuch: number): number {
  const more = meant.length - typed.length;
  if (more === 0) return pairs(typed, meant, tooMuch);
  if (more === 1) return withoutOne(meant, typed, tooMuch);
  if (more === -1) return withoutOne(typed, meant, tooMuch);
  // A path typed without the common prefix of its plane.
  const end = more > 0 ? meant.slice(more) : [];
  const isEnd = typed.some((part) => end.includes(part)) && pairs(typed, end, 1) === 0;
  return isEnd ? ONE_PART : tooMuch;
}

/** Cost when one part of the longer path is missing from the other. */
function withoutOne(longer: readonly string[], shorter: readonly string[], tooMuch: number) {
  const costs = longer.map((_, at) => pairs(longer.toSpliced(at, 1), shorter, tooMuch - ONE_PART));
  return Math.min(...costs) + ONE_PART;
}

function pairs(one: readonly string[], other: readonly string[], tooMuch: number): number {
  let cost = 0;
  for (const [at, part] of one.entries()) {
    cost += between(part, other[at] ?? "", tooMuch);
    if (cost >= tooMuch) return tooMuch;
  }
  return cost;
}

function between(one: string, other: string, tooMuch: number): number {
  if (one === other || isParameter(one) || isParameter(other)) return 0;
  // Two wrong letters in a short part make another word.
  const most = Math.min(one.length, other.length) > 5 ? 3 : 2;
  const found = slips(one.toLowerCase(), other.toLowerCase(), most);
  return found === most ? tooMuch : Math.max(found, 1);
}

function isParameter(part: string): boolean {
  return part.startsWith("{");
}
