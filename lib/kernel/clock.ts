import { singleton } from "@/lib/kernel/process/singleton";

interface Clock {
  now(): Date;
}

const holder = singleton<{ clock: Clock; placed: boolean }>("clock", () => ({
  clock: { now: () => new Date() },
  placed: false,
}));

/** Returns the current time. The only place that reads the machine's clock: rules take `at: Date`, so that a
 *  test can check a boundary exactly. */
export function now(): Date {
  return holder.clock.now();
}

/** Returns the time that a test has set, or null. Times that several servers share come from PostgreSQL's
 *  clock, the same for all of them, unless a test has set another. */
export function placedMoment(): Date | null {
  return holder.placed ? holder.clock.now() : null;
}

/** Sets another clock and returns a function that restores the previous one. For tests. */
export function setClock(clock: Clock): () => void {
  const { clock: before, placed } = holder;
  Object.assign(holder, { clock, placed: true });
  return () => {
    Object.assign(holder, { clock: before, placed });
  };
}

/** Returns `at` plus a number of seconds, negative for earlier. */
export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** Returns `at` plus a number of minutes. */
export function minutesAfter(at: Date, minutes: number): Date {
  return secondsAfter(at, minutes * 60);
}
