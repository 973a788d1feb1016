/** Key by which work is scheduled fairly: a tenant's id, or a name for all callers whose tenant is not known
 *  yet. */
export type FairnessKey = string;

/** A queue of waiters with a line for each fairness key: within a line first come, first served, and the
 *  lines take turns. */
export class FairQueue<W> {
  /** Lines in the order of their turns. None is empty. */
  private readonly lines = new Map<FairnessKey, W[]>();
  private waiting = 0;

  /** Number of waiters. */
  get size(): number {
    return this.waiting;
  }

  join(fairnessKey: FairnessKey, waiter: W): void {
    const line = this.lines.get(fairnessKey);
    if (line) line.push(waiter);
    else this.lines.set(fairnessKey, [waiter]);
    this.waiting += 1;
  }

  /** Removes a waiter that no longer waits.
   *  @returns whether it was waiting */
  withdraw(fairnessKey: FairnessKey, waiter: W): boolean {
    const at = this.lines.get(fairnessKey)?.indexOf(waiter) ?? -1;
    if (at >= 0) this.lines.get(fairnessKey)?.splice(at, 1);
    if (at >= 0) this.oneLess(fairnessKey);
    return at >= 0;
  }

  /** Returns the key with the longest line, if it is longer than this key's line would become with one
   *  more. */
  longestQueueOtherThan(fairnessKey: FairnessKey): FairnessKey | null {
    let longest: FairnessKey | null = null;
    let length = (this.lines.get(fairnessKey)?.length ?? 0) + 1;
    for (const [key, line] of this.lines)
      if (line.length > length) [longest, length] = [key, line.length];
    return longest;
  }

  /** Removes the last of a line, which has waited the shortest. */
  takeLast(fairnessKey: FairnessKey): W | undefined {
    const waiter = this.lines.get(fairnessKey)?.pop();
    if (waiter) this.oneLess(fairnessKey);
    return waiter;
  }

  /** Removes the first waiter of the key that holds the fewest slots, among equals of the one whose turn is
   *  longest ago.
   *  @param held how many slots a key holds
   *  @param each most slots of a key */
  takeNext(
    held: (fairnessKey: FairnessKey) => number,
    each: number,
  ): { fairnessKey: FairnessKey; waiter: W } | null {
    let next: FairnessKey | null = null;
    let fewest = each;
    for (const fairnessKey of this.lines.keys())
      if (held(fairnessKey) < fewest) [next, fewest] = [fairnessKey, held(fairnessKey)];
    const line = next === null ? undefined : this.lines.get(next);
    const waiter = line?.shift();
    if (next === null || !line || !waiter) return null;
    // All other lines have a turn before this one's next.
    this.lines.delete(next);
    this.lines.set(next, line);
    this.oneLess(next);
    return { fairnessKey: next, waiter };
  }

  private oneLess(fairnessKey: FairnessKey): void {
    this.waiting -= 1;
    if (this.lines.get(fairnessKey)?.length === 0) this.lines.delete(fairnessKey);
  }
}
