import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A whole system that is tried by a command of its own: a script, with its words. */
export interface System {
  name: string;
  command: string[];
  /** Its time on two idle cores. */
  seconds: number;
  /** Not on each run of CI, but on one day of seven. */
  inTurn?: true;
  /** Says in words if this machine lacks something for it; undefined otherwise. */
  lacks?: () => string | undefined;
}

const DAY_MS = 24 * 60 * 60_000;

const foreign = (name: string, seconds: number, ...parts: string[]): System => ({
  name: `foreign-${name}`,
  command: ["tests/systems/foreign/main.ts", ...parts],
  seconds,
  inTurn: true,
});

export const systems: readonly System[] = [
  { name: "migrations", command: ["tests/systems/migrations/main.ts"], seconds: 20 },
  { name: "alerts", command: ["tests/systems/alerts/main.ts"], seconds: 30 },
  { name: "restore", command: ["tests/systems/restore/main.ts"], seconds: 60 },
  { name: "upgrade", command: ["tests/systems/upgrade/main.ts"], seconds: 240, lacks: lastRelease },
  { name: "failover", command: ["tests/systems/failover/main.ts"], seconds: 300 },
  { name: "pooler", command: ["tests/systems/pooler/main.ts"], seconds: 240 },
  { name: "cells", command: ["tests/systems/cells/main.ts", "nginx"], seconds: 120 },
  { name: "image", command: ["tests/systems/image/main.ts"], seconds: 240, inTurn: true },
  { name: "postgres", command: ["tests/systems/postgres/main.ts"], seconds: 300, inTurn: true },
  foreign("runtimes", 120, "runtimes", "log", "bucket", "express", "fastify", "html", "native"),
  foreign("languages", 180, "python", "go", "flask", "device"),
  foreign(
    "frameworks",
    240,
    ...[
      "fastapi",
      "next",
      "next-auth",
      "fapi2-openid-client",
      "fapi2-oauth4webapi",
      "spring",
      "apache",
    ],
  ),
];

/** The systems of a run of CI: those in turn whose day of seven it is, and then those of each run.
 *  @param commit when the commit was made: the same commit tries the same systems, on whatever day */
export function dueOn(commit: Date): System[] {
  const day = Math.floor(commit.getTime() / DAY_MS);
  const turns = systems.filter(({ inTurn }) => inTurn);
  const due = turns.filter((_, turn) => (day + turn) % 7 === 0);
  return [...due, ...systems.filter(({ inTurn }) => !inTurn)];
}

function lastRelease(): string | undefined {
  const { commit } = JSON.parse(readFileSync("prisma/releases.json", "utf8")).at(-1);
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { stdio: "ignore" });
    return undefined;
  } catch {
    return `this clone has no ${commit}, the last release`;
  }
}
