import { singleton } from "@/lib/singleton";

interface Clock {
  now(): Date;
}

const holder = singleton<{ clock: Clock }>("clock", () => ({ clock: { now: () => new Date() } }));

/** The time now. The only place that asks the machine: rules take `at: Date`, so that a test can stand
 *  exactly on a boundary. */
export function now(): Date {
  return holder.clock.now();
}

/** Puts another clock in place and answers a function that puts the old one back. For tests. */
export function setClock(clock: Clock): () => void {
  const before = holder.clock;
  holder.clock = clock;
  return () => {
    holder.clock = before;
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
