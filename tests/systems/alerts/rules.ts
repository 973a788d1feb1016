import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Runs promtool.
 *  @returns its findings; empty when all is well */
export function promtool(program: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  console.log(`promtool ${args.join(" ")}: ${status === 0 ? "ok" : "failed"}`);
  return status === 0 ? [] : [`${stdout}${stderr}`];
}

/** Returns the alerts that no test has seen fire. */
export function missingTests(): string[] {
  const read = (file: string) => readFileSync(`deploy/prometheus/${file}`, "utf8");
  const tested = read("alerts.test.yaml").matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g);
  const names = new Set([...tested].map(([, name]) => name));
  return alertNames().filter((name) => !names.has(name));
}

function alertNames(): string[] {
  const alerts = readFileSync("deploy/prometheus/alerts.yaml", "utf8");
  return [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
}
