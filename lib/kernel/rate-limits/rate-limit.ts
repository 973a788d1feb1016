/** So many points in a window of so many seconds. */
export interface Budget {
  /** Names the bucket family; part of the stored key. */
  name: string;
  points: number;
  seconds: number;
}

/** What is remembered of a bucket: the points taken in its window, and when that ends, in milliseconds since 1970. */
export interface RateWindow {
  used: number;
  endsAt: number;
}

/** A bucket when a point was taken from it: the points of its window, and the whole seconds until that ends. */
export interface BucketState {
  points: number;
  seconds: number;
}

/** Whether a request got its point, and when to come back if not. */
export type Taken = { allowed: true; used: number } | NotTaken;

/** A request that got none. */
export type NotTaken = { allowed: false; retryAfterSeconds: number };

/** Takes one point: the rule of every rate limit (a fixed-window counter). The first point begins a window of
 *  `seconds`; a window lets `points` pass; the first point after its end begins the next. A refused point does not
 *  move the end, so that nobody waits longer than they were told. A window that would last longer than `seconds` was begun while the clock
 *  was ahead, and is over. `bucket-store.ts` says the same in SQL, and one test
 *  holds both to the same cases.
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

/** What a bucket's state says of the request that took the last point. */
export function takenOf(state: BucketState | undefined, { points }: Budget): Taken {
  if (!state) throw new Error("A bucket that nobody wrote");
  if (state.points <= points) return { allowed: true, used: state.points };
  return { allowed: false, retryAfterSeconds: state.seconds };
}

/** At least one: whoever comes back then finds the window over. */
function secondsLeft(endsAt: number, at: number): number {
  return Math.max(1, Math.ceil((endsAt - at) / 1000));
}
