import type { Command } from "commander";
import { ConfigurationError, loadConfig, variableNames } from "@/lib/config/config";
import { limitsSchema, limitVariable } from "@/lib/config/limits";
import type { SettingSource } from "../start/settings";
import { answering, inColumns, type Shown } from "./shown";

interface Setting {
  name: string;
  /** Null when it is not set; a secret is never shown. */
  value: string | null;
  source: SettingSource | "default";
  problems: string[];
}

/** `atrium config …`: what the installation is told by its environment. */
export function addConfigCommands(
  program: Command,
  sources: ReadonlyMap<string, SettingSource>,
): void {
  program
    .command("config")
    .description("What the installation is told by its environment")
    .command("check")
    .option("--all", "show settings that were left at their defaults too")
    .description(
      "Show each setting, where it comes from and what is wrong; exit code 1 if anything is",
    )
    .action(answering(async ({ all }: { all?: boolean }) => check(sources, all === true)));
}

async function check(sources: ReadonlyMap<string, SettingSource>, all: boolean): Promise<Shown> {
  const problems = problemsOf(process.env);
  const names = [...variableNames, ...Object.keys(limitsSchema.shape).map(limitVariable)];
  const settings = names.map((name): Setting => {
    const value = process.env[name] || null;
    return {
      name,
      value: value === null ? null : maskedValue(name, value),
      source: value === null ? "default" : (sources.get(name) ?? "environment"),
      problems: problems.filter((line) => line.startsWith(`${name} `)),
    };
  });
  const unknown = Object.keys(process.env).filter(
    (name) => /^ATRIUM_/.test(name) && !names.includes(name) && !beside.test(name),
  );
  if (problems.length > 0) process.exitCode = 1;
  const rows = settings
    .filter(({ value, problems: wrong }) => all || value !== null || wrong.length > 0)
    .map(({ name, value, source, problems: wrong }) => [
      wrong.length > 0 ? "WRONG" : "ok",
      name,
      value ?? "-",
      source,
    ]);
  const lines = [
    inColumns(["", "setting", "value", "from"], rows),
    "",
    ...problems.map((line) => `Wrong: ${line}`),
    ...unknown.map((name) => `Unknown: ${name} is no setting. Is it misspelt?`),
    problems.length > 0
      ? `${problems.length} to mend; .env.example explains each setting.`
      : "The configuration is sound.",
  ];
  return {
    json: { sound: problems.length === 0, settings, problems, unknown },
    text: lines.join("\n"),
  };
}

/** Variables of ours that are no settings of the service. */
const beside = /^ATRIUM_(POSTGRES|TEST|DEMO|E2E|BENCH)_/;

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

/** A value that may be looked over a shoulder: keys are not shown, addresses without their passwords. */
function maskedValue(name: string, value: string): string {
  if (/KEY|SECRET|PASSWORD|TOKEN/.test(name)) return "(set, not shown)";
  if (!/_URL$/.test(name)) return value;
  if (!URL.canParse(value)) return "(no address, not shown)";
  const url = new URL(value);
  if (!url.password) return value;
  url.password = "***";
  return url.href;
}
