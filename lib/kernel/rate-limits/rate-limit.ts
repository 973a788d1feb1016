/** A number of points in a window of some seconds. */
export interface Budget {
  /** Names the bucket family; part of the stored key. */
  name: string;
  points: number;
  seconds: number;
}

/** State of a bucket: the points taken in its window, and when that ends, in milliseconds since 1970. */
export interface RateWindow {
  used: number;
  endsAt: number;
}

/** State of a bucket after a point was taken: the points of its window, and the whole seconds until that
 *  ends. */
export interface BucketState {
  points: number;
  seconds: number;
}

/** Whether a request got its point, and when to retry if not. */
export type Taken = { allowed: true; used: number } | NotTaken;

/** A request that got no point. */
export type NotTaken = { allowed: false; retryAfterSeconds: number };

/** Takes one point: the rule of every rate limit (a fixed-window counter). The first point starts a window of
 *  `seconds`; a window allows `points`; the first point after its end starts the next. A refused point does
 *  not move the end, so that the reported wait is never exceeded. A window that would last longer than
 *  `seconds` was started while the clock was ahead, and is over. `bucket-store.ts` implements the same in
 *  SQL, and one test checks both with the same cases.
 *  @param window undefined for a bucket from which nothing was taken
 *  @param at in milliseconds since 1970 */
export function takeFromWindow(
  budget: Budget,
  window: RateWindow | undefined,
  at: number,
): { window: RateWindow; taken: Taken } {
  const isOver = !window || window.endsAt <= at || window.endsAt > at + budget.seconds * 1000;
  const next = isOver
    ? { used: 1, endsAt: at + budget.seconds * 1000 }
    : { used: window.used + 1, endsAt: window.endsAt };
  const state = { points: next.used, seconds: secondsLeft(next.endsAt, at) };
  return { window: next, taken: takenOf(state, budget) };
}

/** Returns the result for the request that took the bucket's last point. */
export function takenOf(state: BucketState | undefined, { points }: Budget): Taken {
  if (!state) throw new Error("A bucket that nobody wrote");
  if (state.points <= points) return { allowed: true, used: state.points };
  return { allowed: false, retryAfterSeconds: state.seconds };
}

/** At least one: a retry then finds the window over. */
function secondsLeft(endsAt: number, at: number): number {
  return Math.max(1, Math.ceil((endsAt - at) / 1000));
}
