// npm start -- stop: ends the start of this folder, and waits until it has ended.
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf } from "../setup/processes.mjs";
import { isRunningHere, recordedPid } from "./claim";

/** Time after which it explains the delay. */
const LONG_MS = 10_000;
/** Longer than the longest ATRIUM_DRAIN_SECONDS, and the last requests. */
const PATIENCE_MS = 360_000;

process.exitCode = await stop();

/** @returns the exit code */
async function stop(): Promise<number> {
  if (!isRunningHere()) {
    console.log("No Atrium runs from this folder.");
    return 0;
  }
  const pid = recordedPid();
  // Another container has other process numbers.
  if (!/tools\/start|host\/start/.test(commandOf(pid) ?? "")) {
    console.error(
      `Atrium runs from this folder, but its process${pid ? ` (${pid})` : ""} is none of this machine or container. Stop it where it was started.`,
    );
    return 1;
  }
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPERM") {
      console.error(
        `Atrium runs from this folder as another account. As that account: kill ${pid}`,
      );
      return 1;
    }
  }
  const startedAt = Date.now();
  for (let hasExplained = false; isRunningHere(); await sleep(200)) {
    if (Date.now() - startedAt > PATIENCE_MS) {
      console.error(`Atrium (process ${pid}) has not ended. End it outright: kill -9 ${pid}`);
      return 1;
    }
    if (hasExplained || Date.now() - startedAt < LONG_MS) continue;
    hasExplained = true;
    console.log(
      `  process ${pid} answers its last requests (ATRIUM_DRAIN_SECONDS); waiting for it`,
    );
  }
  console.log(`Atrium has ended (process ${pid}).`);
  return 0;
}
