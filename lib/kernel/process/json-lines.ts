import { format, stripVTControlCharacters } from "node:util";
import { writesJsonOnly } from "@/lib/kernel/config/config";
import { logger } from "@/lib/kernel/process/logger";
import { redactedText } from "@/lib/kernel/process/redacted-text";

type Level = "debug" | "info" | "warn" | "error";

/** At which level the log has what a package writes to the console. */
const levels: Record<"debug" | "trace" | "log" | "info" | "warn" | "error", Level> = {
  debug: "debug",
  trace: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
};

/** Has every line that this process writes be one JSON object, except on a local installation, whose lines are for people: what
 *  packages write to the console (Next, node-oidc-provider), Node's warnings, and the error that ends a process. What V8 writes
 *  when it runs out of memory stays as it is.
 *  @param env what says whether the installation is local; the process's own when it is left out */
export function writeJsonLines(env?: Record<string, string | undefined>): void {
  if (!writesJsonOnly(env)) return;
  for (const [method, level] of Object.entries(levels))
    Reflect.set(console, method, (...said: unknown[]) => line(level, said));
  // Node's own listener writes them as text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    const { name, message } = warning;
    const code: unknown = Reflect.get(warning, "code");
    logger.warn({ warning: name, ...(code ? { code } : {}) }, redactedText(message));
  });
  process.on("uncaughtException", (error, origin) => {
    logger.fatal({ err: error, origin }, "an error that nobody caught ends this process");
    process.exit(1);
  });
}

function line(level: Level, said: readonly unknown[]): void {
  const error = said.find((one) => one instanceof Error);
  const words = said.map((one) => (one instanceof Error ? one.message : one));
  const text = redactedText(stripVTControlCharacters(format(...words))).trim();
  if (text !== "" || error) logger[level]({ ...(error ? { err: error } : {}) }, text);
}
