import { singleton } from "@/lib/kernel/process/singleton";

interface Clock {
  now(): Date;
}

const holder = singleton<{ clock: Clock; placed: boolean }>("clock", () => ({
  clock: { now: () => new Date() },
  placed: false,
}));

/** The time now. The only place that asks the machine: rules take `at: Date`, so that a test can stand
 *  exactly on a boundary. */
export function now(): Date {
  return holder.clock.now();
}

/** The moment at which a test has put the clock, or null. What several servers share goes by PostgreSQL's clock,
 *  which is one for all of them, unless a test stands somewhere else. */
export function placedMoment(): Date | null {
  return holder.placed ? holder.clock.now() : null;
}

/** Puts another clock in place and answers a function that puts the old one back. For tests. */
export function setClock(clock: Clock): () => void {
  const { clock: before, placed } = holder;
  Object.assign(holder, { clock, placed: true });
  return () => {
    Object.assign(holder, { clock: before, placed });
  };
}

/** `at` moved by a number of seconds, negative for earlier. */
export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** `at` moved by a number of minutes. */
export function minutesAfter(at: Date, minutes: number): Date {
  return secondsAfter(at, minutes * 60);
}
