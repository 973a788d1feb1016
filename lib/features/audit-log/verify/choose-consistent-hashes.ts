import { type Hash, isSame } from "@/lib/features/audit-log/log/bytes";

/** A hash that may be missing. */
export type MaybeHash = Hash | null;

/** A hash of a tree in two versions: as it is stored, and as it follows from the level below. */
export interface Versions {
  stored: MaybeHash;
  computed: MaybeHash;
}

/** Maximum number of doubtful hashes of which all combinations are tried. */
const MOST_DOUBTS = 8;

/** Chooses a version of each hash so that together they lead to the level above: the computed ones if those
 *  do, else the stored ones, else a combination.
 *  @returns null if no combination does, or there are too many */
export function chooseConsistentHashes(
  versions: readonly Versions[],
  areConsistent: (hashes: readonly Hash[]) => boolean,
): Hash[] | null {
  const pairs = versions.flatMap(({ stored, computed }) => {
    const [first, second] = [computed ?? stored, stored ?? computed];
    return first && second ? [[first, second] as const] : [];
  });
  if (pairs.length < versions.length) return null;
  const doubts = pairs.flatMap(([one, other], at) => (isSame(one, other) ? [] : [at]));
  for (const fromStored of combinations(doubts)) {
    const hashes = pairs.map(([computed, stored], at) => (fromStored.has(at) ? stored : computed));
    if (areConsistent(hashes)) return hashes;
  }
  return null;
}

/** Yields sets of doubtful hashes to take as stored: none, all, then some. */
function* combinations(doubts: readonly number[]): Generator<ReadonlySet<number>> {
  yield new Set();
  if (doubts.length > 0) yield new Set(doubts);
  if (doubts.length > MOST_DOUBTS) return;
  for (let bits = 1; bits < 2 ** doubts.length - 1; bits += 1)
    yield new Set(doubts.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1));
}
