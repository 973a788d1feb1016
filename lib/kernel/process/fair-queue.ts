/** Key by which work is scheduled fairly: a tenant's id, or a name for all callers whose tenant is not known
 *  yet. */
export type Neighbour = string;

/** A queue of waiters with a line for each fairness key: within a line first come, first served, and the
 *  lines take turns. */
export class FairQueue<W> {
  /** Lines in the order of their turns. None is empty. */
  private readonly lines = new Map<Neighbour, W[]>();
  private waiting = 0;

  /** Number of waiters. */
  get size(): number {
    return this.waiting;
  }

  join(neighbour: Neighbour, waiter: W): void {
    const line = this.lines.get(neighbour);
    if (line) line.push(waiter);
    else this.lines.set(neighbour, [waiter]);
    this.waiting += 1;
  }

  /** Removes a waiter that no longer waits.
   *  @returns whether it was waiting */
  withdraw(neighbour: Neighbour, waiter: W): boolean {
    const at = this.lines.get(neighbour)?.indexOf(waiter) ?? -1;
    if (at >= 0) this.lines.get(neighbour)?.splice(at, 1);
    if (at >= 0) this.oneLess(neighbour);
    return at >= 0;
  }

  /** Returns the key with the longest line, if it is longer than this key's line would become with one
   *  more. */
  whoGivesWay(comer: Neighbour): Neighbour | null {
    let longest: Neighbour | null = null;
    let length = (this.lines.get(comer)?.length ?? 0) + 1;
    for (const [neighbour, line] of this.lines)
      if (line.length > length) [longest, length] = [neighbour, line.length];
    return longest;
  }

  /** Removes the last of a line, which has waited the shortest. */
  takeLast(neighbour: Neighbour): W | undefined {
    const waiter = this.lines.get(neighbour)?.pop();
    if (waiter) this.oneLess(neighbour);
    return waiter;
  }

  /** Removes the first waiter of the key that holds the fewest slots, among equals of the one whose turn is
   *  longest ago.
   *  @param held how many slots a key holds
   *  @param each most slots of a key */
  takeNext(
    held: (neighbour: Neighbour) => number,
    each: number,
  ): { neighbour: Neighbour; waiter: W } | null {
    let next: Neighbour | null = null;
    let fewest = each;
    for (const neighbour of this.lines.keys())
      if (held(neighbour) < fewest) [next, fewest] = [neighbour, held(neighbour)];
    const line = next === null ? undefined : this.lines.get(next);
    const waiter = line?.shift();
    if (next === null || !line || !waiter) return null;
    // All other lines have a turn before this one's next.
    this.lines.delete(next);
    this.lines.set(next, line);
    this.oneLess(next);
    return { neighbour: next, waiter };
  }

  private oneLess(neighbour: Neighbour): void {
    this.waiting -= 1;
    if (this.lines.get(neighbour)?.length === 0) this.lines.delete(neighbour);
  }
}
