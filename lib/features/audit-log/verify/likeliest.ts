import { type Hash, isSame } from "@/lib/features/audit-log/log/bytes";

/** Maximum number of doubtful hashes of which all combinations are tried. */
const MOST_DOUBTS = 8;

/** Finds the correct hashes from two versions of each: the computed ones if they are correct, else the
 *  stored ones, else a combination.
 *  @param isRight whether hashes are the correct ones
 *  @returns null if no combination is correct, or there are too many */
export function findCorrectHashes(
  stored: readonly (Hash | null)[],
  computed: readonly (Hash | null)[],
  isRight: (hashes: Hash[]) => boolean,
): Hash[] | null {
  const pairs = computed.map((hash, at) => [hash ?? stored[at], stored[at] ?? hash] as const);
  if (pairs.some(([one]) => !one)) return null;
  const sure = pairs as readonly (readonly [Hash, Hash])[];
  const doubts = sure.flatMap(([one, other], at) => (isSame(one, other) ? [] : [at]));
  for (const all of [0, 1] as const) {
    const list = sure.map((pair) => pair[all]);
    if (isRight(list)) return list;
    if (doubts.length === 0) return null;
  }
  if (doubts.length > MOST_DOUBTS) return null;
  for (let mixture = 1; mixture < 2 ** doubts.length - 1; mixture += 1) {
    const list = sure.map(([one]) => one);
    for (const [bit, at] of doubts.entries())
      if (Math.floor(mixture / 2 ** bit) % 2 === 1) list[at] = (sure[at] as [Hash, Hash])[1];
    if (isRight(list)) return list;
  }
  return null;
}
