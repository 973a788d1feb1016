import type { Command } from "commander";
import type { Status } from "../doctor/check";
import type { Examined } from "../doctor/examine";
import { withDatabase } from "./service";
import { type CommandOutput, commandAction } from "./shown";

/** `atrium doctor`: reports faults of an installation and their remedies. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("Look at everything that the service needs, and say what is wrong and what to do")
    .addHelpText(
      "after",
      "\nRun it on a machine of the service, with the service's environment. It changes nothing, sends no mail, and is\ndone within half a minute. The exit code is 1 when a check failed.",
    )
    .action(commandAction(examineInstallation));
}

function examineInstallation(): Promise<CommandOutput> {
  return withServiceIfConfigured(async () => {
    const { examine } = await import("../doctor/examine");
    const { everyCheck } = await import("../doctor/every-check");
    const examined = await examine(await everyCheck(), process.env);
    const failures = examined.filter(({ status }) => status === "failed").length;
    if (failures > 0) process.exitCode = 1;
    return { json: jsonOf(examined), text: textOf(examined) };
  });
}

/** Runs `work`, and closes the service's connections afterwards; without a configuration there are none. */
async function withServiceIfConfigured<T>(work: () => Promise<T>): Promise<T> {
  const { loadConfig } = await import("@/lib/kernel/config/config");
  try {
    loadConfig();
  } catch {
    return work();
  }
  return withDatabase(work);
}

function jsonOf(examined: readonly Examined[]) {
  return {
    well: examined.every(({ status }) => status !== "failed"),
    checks: examined.map(({ check, status, seen, todo, tookMs }) => ({
      check,
      status,
      seen,
      todo,
      took_ms: tookMs,
    })),
  };
}

const words: Record<Status, string> = {
  ok: "ok",
  warning: "WARNING",
  failed: "FAILED",
  skipped: "skipped",
};

function textOf(examined: readonly Examined[]): string {
  const width = Math.max(...examined.map(({ check }) => check.length));
  const lines = examined.flatMap(({ check, status, seen, todo }) => [
    `${words[status].padEnd(8)} ${check.padEnd(width)}  ${seen}`,
    ...(todo ? [`${" ".repeat(8)} ${" ".repeat(width)}  → ${todo}`] : []),
  ]);
  const count = (status: Status) => examined.filter((one) => one.status === status).length;
  const summary = `${count("ok")} well, ${count("warning")} warnings, ${count("failed")} failed, ${count("skipped")} skipped`;
  return [...lines, "", summary].join("\n");
}
