import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { E2E_REPORT, UNIT_REPORT } from "./reports";

/** Seconds by file, of the last run of each. */
export type Times = Record<string, number>;

const TIMES_FILE = resolve("test-results/times.json");
/** Lines of the report. */
const SHOWN = 40;

interface Suite {
  file?: string;
  suites?: Suite[];
  specs: { tests: { results: { duration: number }[] }[] }[];
}

/** Reads the times of earlier runs; empty where there was none. */
export function knownTimes(): Times {
  return existsSync(TIMES_FILE) ? JSON.parse(readFileSync(TIMES_FILE, "utf8")) : {};
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
  if (!existsSync(UNIT_REPORT)) return {};
  const { testResults } = JSON.parse(readFileSync(UNIT_REPORT, "utf8"));
  return Object.fromEntries(
    testResults.map(({ name, startTime, endTime }: Record<string, string>) => [
      relative(process.cwd(), String(name)),
      (Number(endTime) - Number(startTime)) / 1000,
    ]),
  );
}

function journeyTimes(): Times {
  if (!existsSync(E2E_REPORT)) return {};
  const times: Times = {};
  const add = ({ file, suites = [], specs }: Suite, above = "") => {
    const own = file ?? above;
    for (const { duration } of specs.flatMap(({ tests }) => tests.flatMap((one) => one.results)))
      times[`e2e/${own}`] = (times[`e2e/${own}`] ?? 0) + duration / 1000;
    for (const suite of suites) add(suite, own);
  };
  for (const suite of JSON.parse(readFileSync(E2E_REPORT, "utf8")).suites) add(suite);
  return times;
}
