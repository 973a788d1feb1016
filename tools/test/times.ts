import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { E2E_REPORT, readReport, specsOf, UNIT_REPORT } from "./reports";

/** Seconds by file, of the last run of each. */
export type Times = Record<string, number>;

const TIMES_FILE = resolve("test-results/times.json");
/** Lines of the report. */
const SHOWN = 40;

/** Reads the times of earlier runs; empty where there was none. */
export function knownTimes(): Times {
  return readReport(TIMES_FILE) ?? {};
}

/** Adds the times of the finished run. */
export function recordTimes(): void {
  const times = { ...knownTimes(), ...unitTimes(), ...journeyTimes() };
  mkdirSync(dirname(TIMES_FILE), { recursive: true });
  writeFileSync(TIMES_FILE, JSON.stringify(times, null, 1));
}

/** Reports the slowest files of the last runs, and their shares of their stage. */
export function timesReport(times = knownTimes()): string[] {
  const isJourney = (file: string) => file.startsWith("e2e/");
  const stages = [
    ["unit and routes", (file: string) => !isJourney(file)],
    ["journeys", isJourney],
  ] as const;
  return stages.flatMap(([stage, belongs]) => {
    const rows = Object.entries(times).filter(([file]) => belongs(file));
    const whole = rows.reduce((sum, [, seconds]) => sum + seconds, 0);
    let share = 0;
    const lines = rows
      .sort(([, one], [, other]) => other - one)
      .slice(0, SHOWN)
      .map(([file, seconds]) => {
        share += seconds;
        const percent = `${Math.round((100 * share) / whole)} %`;
        return `${seconds.toFixed(1).padStart(8)} s ${percent.padStart(6)}   ${file}`;
      });
    return [`${stage}: ${rows.length} files, ${whole.toFixed(0)} s of one worker`, ...lines, ""];
  });
}

function unitTimes(): Times {
  const files: Record<string, string>[] = readReport(UNIT_REPORT)?.testResults ?? [];
  return Object.fromEntries(
    files.map(({ name, startTime, endTime }) => [
      relative(process.cwd(), String(name)),
      (Number(endTime) - Number(startTime)) / 1000,
    ]),
  );
}

function journeyTimes(): Times {
  const times: Times = {};
  for (const { file, tests } of specsOf(readReport(E2E_REPORT)?.suites ?? []))
    for (const { duration } of tests.flatMap(({ results }) => results))
      times[`e2e/${file}`] = (times[`e2e/${file}`] ?? 0) + duration / 1000;
  return times;
}
