/** Delay after a batch on an idle database, as a fraction of the batch's duration. */
const IDLE_DELAY = 0.45;
/** Longest delay, as a multiple of the batch's duration. */
const LONGEST_DELAY = 3;
/** Batches get slower as tables grow: factor by which the expected duration may grow with each batch. */
const GROWTH = 1.01;

/** Throttle of imports: waits after each batch, so that sign-ins have most of the database. A batch that
 *  takes longer than others competes for the same cores, with a rush of sign-ins or PostgreSQL's
 *  maintenance. Then the delay is longer. */
export class ImportThrottle {
  /** Shortest time per line so far, in milliseconds. */
  #least = Number.POSITIVE_INFINITY;

  /** Delay after a batch, in milliseconds.
   *  @param lines of the batch; null or none for other work
   *  @param tookMs time for which it occupied a core */
  delayAfter(lines: number | null, tookMs: number): number {
    if (!lines) return tookMs;
    const each = tookMs / lines;
    this.#least = Math.min(this.#least * GROWTH, each);
    return tookMs * Math.min(IDLE_DELAY * (each / this.#least) ** 2, LONGEST_DELAY);
  }
}
