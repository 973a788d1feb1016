import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { generateClientTypes } from "../packages/generate-types.mjs";
import { findChromium } from "./chromium";
import { type Counts, playwrightCounts, vitestCounts } from "./counts";
import { E2E_REPORT, UNIT_REPORT } from "./reports";
import { SECOND_TRIES } from "./second-tries";

export type Group = "check" | "unit" | "e2e";

export type Step = {
  group: Group;
  name: string;
  /** Runs the step. Returns whether it passed, and how many tests it ran; without counts it is one check. */
  run: (args: string[]) => Promise<{ ok: boolean; counts?: Counts }>;
};

export const steps: Step[] = [
  {
    group: "check",
    name: "format and lint",
    run: () => command("@biomejs/biome/bin/biome", ["check"]),
  },
  {
    group: "check",
    name: "types",
    run: async () => {
      // Routes' types are generated; without them a fresh clone does not compile.
      await generateClientTypes(process.cwd());
      const generated = await command("next/dist/bin/next", ["typegen"]);
      // Two: with more, two cores do much of the work twice.
      const args = ["--noEmit", "--checkers", "2"];
      return generated.ok ? command("typescript-7/bin/tsc", args) : generated;
    },
  },
  {
    group: "check",
    name: "layers",
    run: () => node(["tools/check-layers.ts"]),
  },
  {
    group: "check",
    name: "nothing unused",
    // A rule of knip.jsonc that hides nothing any more is a finding too.
    run: () => command("knip/bin/knip.js", ["--treat-config-hints-as-errors"]),
  },
  { group: "unit", name: "unit and routes", run: runVitest },
  {
    group: "e2e",
    name: "build",
    // All routes: journeys compare the host with plain `next start`. In another process, since this one has
    // to handle signals.
    run: () => node(["tools/build/build-all.mjs", "host", "routes", "dev", "dist"]),
  },
  { group: "e2e", name: "journeys", run: runPlaywright },
];

async function runVitest(args: string[]): Promise<{ ok: boolean; counts: Counts }> {
  for (const report of [UNIT_REPORT, SECOND_TRIES]) forget(report);
  const reporters = [
    ...["--reporter=default", "--reporter=./tools/test/second-tries.ts"],
    ...["--reporter=json", `--outputFile.json=${UNIT_REPORT}`],
  ];
  const ended = await command("vitest/vitest.mjs", ["run", ...reporters, ...args]);
  return { ...ended, counts: vitestCounts(UNIT_REPORT, SECOND_TRIES) };
}

async function runPlaywright(args: string[]): Promise<{ ok: boolean; counts: Counts }> {
  forget(E2E_REPORT);
  const env = { CHROMIUM_PATH: findChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: E2E_REPORT };
  const words = ["test", "--reporter=list,json", ...args];
  const ended = await command("@playwright/test/cli.js", words, env);
  return { ...ended, counts: playwrightCounts(E2E_REPORT) };
}

function forget(report: string): void {
  mkdirSync("test-results", { recursive: true });
  rmSync(report, { force: true });
}

function command(script: string, args: string[], env: Record<string, string> = {}) {
  return node([`node_modules/${script}`, ...args], env);
}

const running = new Set<ChildProcess>();

/** Passes a signal on to the running step. */
export function interrupt(signal: NodeJS.Signals): void {
  for (const child of running) child.kill(signal);
}

function node(args: string[], env: Record<string, string> = {}): Promise<{ ok: boolean }> {
  return new Promise((settle) => {
    const loader = args[0]?.endsWith(".ts") ? ["--import", "tsx"] : [];
    const child = spawn(process.execPath, [...loader, ...args], {
      stdio: "inherit",
      env: {
        ...process.env,
        ...env,
        NEXT_TELEMETRY_DISABLED: "1",
        // Tests start hundreds of processes of the same code, of which a third of the time is compiling.
        NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled"),
      },
    });
    const ended = (ok: boolean) => {
      running.delete(child);
      settle({ ok });
    };
    running.add(child);
    child.once("error", () => ended(false));
    child.once("exit", (code) => ended(code === 0));
  });
}
