/** Whether a part of an event contains a pseudonym, which erasure puts in
 *  (docs/decisions/020-time-partitions.md). */
export function hasPseudonym(value: unknown): boolean {
  return /"erased-[0-9a-f]{12}"/.test(JSON.stringify(value));
}
