import { existsSync } from "node:fs";
import { suiteJar } from "./conformance/java";
import { releaseBeforeThis, requireCommit } from "./harness/previous-release";
import { hasProgram } from "./harness/tools";

/** A whole system that is tried, or a part of one: `main.ts` of the folder that its name has before the dash,
 *  with arguments. */
export interface System {
  name: string;
  words?: readonly string[];
  /** Its duration on two idle cores. */
  seconds: number;
  /** Runs on one day of seven, and not on each run of CI. */
  inTurn?: true;
  /** Returns the reason if this machine lacks something for it; undefined otherwise. */
  lacks?: () => string | undefined;
}

const DAY_MS = 24 * 60 * 60_000;
const WEEK_DAYS = 7;

const inTurn = (
  name: string,
  seconds: number,
  words: readonly string[],
  lacks?: System["lacks"],
): System => ({ name, seconds, words, inTurn: true, ...(lacks && { lacks }) });

/** The systems that CI tries. The nth in turn shares its day with the (n + 7)th. */
export const systems: readonly System[] = [
  { name: "migrations", seconds: 20 },
  { name: "alerts", seconds: 60 },
  { name: "restore", seconds: 90 },
  { name: "upgrade", seconds: 240, lacks: lastRelease },
  { name: "failover", seconds: 240 },
  { name: "pooler", seconds: 120 },
  { name: "cells", words: ["nginx"], seconds: 90 },
  inTurn("image", 240, []),
  inTurn("postgres-16", 240, ["16"]),
  inTurn("postgres-17", 240, ["17"]),
  inTurn("foreign-runtimes", 120, ["runtimes", "log", "bucket"]),
  inTurn("foreign-javascript", 200, ["express", "fastify", "html", "native", "next", "next-auth"]),
  inTurn("foreign-languages", 240, ["python", "go", "device"]),
  inTurn("foreign-frameworks", 240, ["flask", "fastapi", "spring", "apache"]),
  inTurn("foreign-strict", 120, ["fapi2-openid-client", "fapi2-oauth4webapi", "exports"]),
  inTurn("deploy-proxies", 240, ["proxies"]),
  inTurn("deploy-units", 120, ["units"]),
  inTurn("deploy-compose", 180, ["compose"], go),
  inTurn("deploy-chart", 300, ["chart"], go),
  inTurn("cells-caddy", 120, ["caddy"], go),
  inTurn("conformance-openid", 240, ["config", "rp-initiated-logout", "backchannel"], suite),
  inTurn("conformance-basic", 300, ["basic"], suite),
  inTurn("conformance-formpost", 300, ["formpost-basic"], suite),
  inTurn("conformance-fapi", 300, ["fapi2-security-profile", "--run", "1"], suite),
  inTurn("conformance-oauth", 300, ["fapi2-security-profile", "--run", "2"], suite),
  inTurn("conformance-authzen", 240, ["authzen-pdp-evaluation", "authzen-pdp-evaluations"], suite),
  inTurn("conformance-signals", 240, ["ssf-transmitter", "ssf-transmitter-caep"], suite),
];

/** Returns the systems of a run of CI: those in turn whose day of seven it is, and then those of each run.
 *  @param commit the time of the commit: the same commit tries the same systems, on any day */
export function dueOn(commit: Date): System[] {
  const due = systems.filter((system) => daysUntilTurn(system, commit) === 0);
  return [...due, ...systems.filter((system) => !system.inTurn)];
}

/** Returns the days from a commit until a system's turn; undefined for one of each run. */
export function daysUntilTurn(system: System, commit: Date): number | undefined {
  const turn = systems.filter((one) => one.inTurn).indexOf(system);
  const day = Math.floor(commit.getTime() / DAY_MS);
  return turn < 0 ? undefined : (WEEK_DAYS - ((day + turn) % WEEK_DAYS)) % WEEK_DAYS;
}

/** Formats a day as in the results, shifted by a number of days. */
export const dayOf = (moment: Date, days = 0) =>
  new Date(moment.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Whether a day is at most a week before a moment. */
export const isWithinAWeek = (day: string, moment: Date) => day >= dayOf(moment, -WEEK_DAYS);

function lastRelease(): string | undefined {
  try {
    requireCommit(releaseBeforeThis());
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function go(): string | undefined {
  return hasProgram("go", "version") ? undefined : "there is no Go (https://go.dev/dl)";
}

function suite(): string | undefined {
  const folder = process.env.ATRIUM_CONFORMANCE_SUITE;
  if (folder && existsSync(suiteJar(folder))) return undefined;
  return "ATRIUM_CONFORMANCE_SUITE names no built suite of the OpenID Foundation (docs/CONFORMANCE.md)";
}
