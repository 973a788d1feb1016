/** How long an import rests after a batch that met nobody else, as a part of the time that the batch took. */
const REST = 0.45;
/** The longest rest, as a part of the same. */
const LONGEST_REST = 3;
/** Later batches take longer by and by, because tables grow: how much of that each batch is believed. */
const GROWTH = 1.01;

/** The pace of imports. After each batch they rest, so that whoever signs in meanwhile has most of the database. A batch that takes longer
 *  than others has met somebody who wants the same cores: a rush of sign-ins, or PostgreSQL tidying up. The rest grows with that. */
export class Pace {
  /** The least time that a line has taken, in milliseconds. */
  #least = Number.POSITIVE_INFINITY;

  /** How long to rest, in milliseconds.
   *  @param lines of the batch; null or none for other work
   *  @param tookMs how long it kept a core busy */
  restAfter(lines: number | null, tookMs: number): number {
    if (!lines) return tookMs;
    const each = tookMs / lines;
    this.#least = Math.min(this.#least * GROWTH, each);
    return tookMs * Math.min(REST * (each / this.#least) ** 2, LONGEST_REST);
  }
}
