// The production server: `node generated/host/main.mjs`. The first process supervises, the others serve.
// First: what it does comes before what the others do when they load.
import "@/lib/kernel/process/json-lines-at-once";
import cluster from "node:cluster";
import { superviseWeb } from "@/host/supervise";
import { EndedWhileStarting } from "@/host/web-slot";
import { ConfigurationError } from "@/lib/kernel/config/config";
import { unknownVariables } from "@/lib/kernel/config/unknown-variables";
import { WrongMasterKey } from "@/lib/kernel/data-keys/data-key";
import { TooFewConnections } from "@/lib/kernel/db/connection-counts";
import { logger } from "@/lib/kernel/process/logger";

async function supervise(): Promise<void> {
  for (const { name, nearest } of unknownVariables(process.env))
    logger.warn({ name, nearest }, "a variable is no setting and has no effect");
  const { supervisor, listening } = superviseWeb(process.argv[1] ?? "");
  const end = () => void supervisor.end().then(() => process.exit(0));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, end);
  process.on("SIGHUP", () => void supervisor.restart());
  await listening;
}

async function work(): Promise<void> {
  // A rolling restart is the supervisor's; whoever signals the whole group means it, and not us.
  process.on("SIGHUP", () => {});
  // Loaded here alone: the supervisor has no use for routes.
  const { serve } = await import("@/host/web-process");
  await serve();
}

(cluster.isPrimary ? supervise() : work()).catch((error: unknown) => {
  console.error(wordsFor(error));
  process.exit(1);
});

const TOLD_ALONE = [WrongMasterKey, TooFewConnections, EndedWhileStarting];

/** What the person at the terminal can mend is shown as its message alone. */
function wordsFor(error: unknown): string {
  if (error instanceof ConfigurationError || !(error instanceof Error)) return String(error);
  if (TOLD_ALONE.some((kind) => error instanceof kind)) return error.message;
  const address = "syscall" in error && error.syscall === "listen";
  return address ? `The port cannot be had: ${error.message}` : String(error.stack);
}
