/** Longest name that is compared: a longer one is hardly a typing error, and the comparison takes the
 *  product of both lengths. */
const LONGEST = 64;

/** Returns the known name that a mistyped one most likely means: one letter added, missing, changed or
 *  swapped with the next, or two such errors in a name of more than five characters. Case, dashes and
 *  underscores don't count.
 *  @param known names that the caller may know
 *  @returns null when none is near */
export function nearest(name: string, known: Iterable<string>): string | null {
  if (name.length > LONGEST) return null;
  const typed = plain(name);
  if (typed === "") return null;
  let found: string | null = null;
  let least = tooFar(typed);
  for (const candidate of known) {
    const distance = candidate === name ? 0 : slips(typed, plain(candidate), least);
    if (distance >= least) continue;
    least = distance;
    found = candidate;
  }
  return found;
}

/** Number of errors that make another name: any at all in a name of two letters. */
function tooFar({ length }: string): number {
  if (length > 5) return 3;
  return length > 2 ? 2 : 1;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** Edit distance between two words (optimal string alignment), or `tooMany` if it is at least that. */
export function slips(a: string, b: string, tooMany: number): number {
  if (Math.abs(a.length - b.length) >= tooMany || Math.max(a.length, b.length) > LONGEST)
    return tooMany;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return Math.min(at(last, b.length), tooMany);
}

const at = (row: readonly number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;
