import { execFileSync } from "node:child_process";

/** Day of the week by the commit's date, 0 to 6: the same commit is looked at in the same ways on every day.
 *  `ATRIUM_TEST_DAY` (0 to 6, or `all`) overrides it. */
const DAY = process.env.ATRIUM_TEST_DAY ?? String(dayOfCommit() % 7);

/** Returns the ways whose turn it is: one on each day, each within a week.
 *  @param ways at most seven
 *  @param index the thing's place among its kind, so that the things of a day are seen in different ways */
export function thisWeeksTurn<T>(ways: readonly T[], index: number): T[] {
  if (DAY === "all") return [...ways];
  return ways.filter((_, way) => way === (index + Number(DAY)) % ways.length);
}

/** Notice with the variable that repeats a run. */
export const turnNotice = `Pages are looked at in the ways of ATRIUM_TEST_DAY=${DAY}`;

function dayOfCommit(): number {
  const seconds = execFileSync("git", ["log", "-1", "--format=%ct"], { encoding: "utf8" });
  return Math.floor(Number(seconds) / (24 * 60 * 60));
}
