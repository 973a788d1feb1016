const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A process that lived this long was healthy: the next failure starts from the first pause again. */
const WELL_AFTER_MS = 60_000;

/** Pauses before each further start of something that ended: they double. */
export class RestartPause {
  #next = FIRST_PAUSE_MS;

  /** @param livedMs how long the last one lived; 0 for one that could not start
   *  @returns milliseconds */
  after(livedMs: number): number {
    const pause = livedMs > WELL_AFTER_MS ? FIRST_PAUSE_MS : this.#next;
    this.#next = Math.min(2 * pause, LONGEST_PAUSE_MS);
    return pause;
  }
}
