/** Whose work it is: a tenant's id, or a name for all who are not known yet. */
export type Neighbour = string;

/** Those who wait, in a line for each neighbour: within a line first come, first served, and the lines take turns. */
export class FairQueue<W> {
  /** Neighbours in the order of their turns. None has an empty line. */
  private readonly lines = new Map<Neighbour, W[]>();
  private waiting = 0;

  /** How many wait. */
  get size(): number {
    return this.waiting;
  }

  join(neighbour: Neighbour, waiter: W): void {
    const line = this.lines.get(neighbour);
    if (line) line.push(waiter);
    else this.lines.set(neighbour, [waiter]);
    this.waiting += 1;
  }

  /** Takes one out who no longer waits.
   *  @returns whether it did */
  withdraw(neighbour: Neighbour, waiter: W): boolean {
    const at = this.lines.get(neighbour)?.indexOf(waiter) ?? -1;
    if (at >= 0) this.lines.get(neighbour)?.splice(at, 1);
    if (at >= 0) this.oneLess(neighbour);
    return at >= 0;
  }

  /** The neighbour with the longest line, if it is longer than that of whoever comes would become. */
  whoGivesWay(comer: Neighbour): Neighbour | null {
    let longest: Neighbour | null = null;
    let length = (this.lines.get(comer)?.length ?? 0) + 1;
    for (const [neighbour, line] of this.lines)
      if (line.length > length) [longest, length] = [neighbour, line.length];
    return longest;
  }

  /** Takes out the last of a line, who has waited the shortest. */
  takeLast(neighbour: Neighbour): W | undefined {
    const waiter = this.lines.get(neighbour)?.pop();
    if (waiter) this.oneLess(neighbour);
    return waiter;
  }

  /** Takes out the first of the neighbour that holds the fewest of what is waited for, among equals of the one
   *  whose turn is longest ago.
   *  @param held how many a neighbour holds
   *  @param each who holds so many gets no more */
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
    // The turn goes to all the others before it comes back.
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
