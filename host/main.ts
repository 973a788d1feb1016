// The production server (tools/built/web.ts). The first process supervises, the others serve.
// Imported first: its effects must come before the other modules load.
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
  // The supervisor does rolling restarts; a signal to the whole process group is meant for it, and not for a
  // web process.
  process.on("SIGHUP", () => {});
  // Loaded here only: the supervisor does not need the routes.
  const { serve } = await import("@/host/web-process");
  await serve();
}

(cluster.isPrimary ? supervise() : work()).catch((error: unknown) => {
  console.error(describeError(error));
  process.exit(1);
});

const SHOWN_WITHOUT_STACK = [WrongMasterKey, TooFewConnections, EndedWhileStarting];

/** An error that the operator can fix is shown as its message only. */
function describeError(error: unknown): string {
  if (error instanceof ConfigurationError || !(error instanceof Error)) return String(error);
  if (SHOWN_WITHOUT_STACK.some((kind) => error instanceof kind)) return error.message;
  const address = "syscall" in error && error.syscall === "listen";
  return address ? `The port cannot be had: ${error.message}` : String(error.stack);
}
