import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { readReport } from "./reports";

const LIST = resolve("tests/second-tries.json");
const DAY_MS = 24 * 60 * 60_000;
/** Days after which a second try is dropped. */
const REMEMBERED = 30;
const ENOUGH = 3;

/** Tests with the days (UTC) on which they passed at their second try only. */
export type SecondTryDays = Record<string, string[]>;

/** Adds a run's second tries to the list.
 *  @param names tests that passed at their second try
 *  @param today as in `2026-11-28`
 *  @returns the list, without old days, and the tests of this run that did so on a third day */
export function withSecondTries(
  known: SecondTryDays,
  names: readonly string[],
  today: string,
): { list: SecondTryDays; tooOften: string[] } {
  const oldest = Date.parse(today) - REMEMBERED * DAY_MS;
  const list: SecondTryDays = {};
  for (const name of [...new Set([...Object.keys(known), ...names])].sort()) {
    const days = new Set((known[name] ?? []).filter((day) => Date.parse(day) >= oldest));
    if (names.includes(name)) days.add(today);
    if (days.size > 0) list[name] = [...days].sort();
  }
  return { list, tooOften: names.filter((name) => (list[name]?.length ?? 0) >= ENOUGH) };
}

/** Records a run's second tries in `tests/second-tries.json`, which is committed, so that every machine knows
 *  of them.
 *  @returns the tests that did so on a third day: each is a failure */
export function recordSecondTries(names: readonly string[]): string[] {
  const today = new Date().toISOString().slice(0, 10);
  const { list, tooOften } = withSecondTries(readReport(LIST) ?? {}, names, today);
  writeFileSync(LIST, `${JSON.stringify(list, null, 2)}\n`);
  return tooOften;
}
