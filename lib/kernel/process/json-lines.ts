import { format, stripVTControlCharacters } from "node:util";
import { writesJsonOnly } from "@/lib/kernel/config/config";
import { logger } from "@/lib/kernel/process/logger";
import { redactedText } from "@/lib/kernel/process/redacted-text";

type Level = "debug" | "info" | "warn" | "error";

/** Log level of each console method. */
const levels: Record<"debug" | "trace" | "log" | "info" | "warn" | "error", Level> = {
  debug: "debug",
  trace: "debug",
  log: "info",
  info: "info",
  warn: "warn",
  error: "error",
};

/** Makes every line that this process writes one JSON object, except on a local installation, whose lines are
 *  for people: packages' console output (Next, node-oidc-provider), Node's warnings, and the error that ends
 *  a process. V8's output when it runs out of memory is not changed.
 *  @param env decides whether the installation is local; the process's own by default */
export function writeJsonLines(env?: Record<string, string | undefined>): void {
  if (!writesJsonOnly(env)) return;
  for (const [method, level] of Object.entries(levels))
    Reflect.set(console, method, (...args: unknown[]) => line(level, args));
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

function line(level: Level, args: readonly unknown[]): void {
  const error = args.find((one) => one instanceof Error);
  const words = args.map((one) => (one instanceof Error ? one.message : one));
  const text = redactedText(stripVTControlCharacters(format(...words))).trim();
  if (text !== "" || error) logger[level]({ ...(error ? { err: error } : {}) }, text);
}
