import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

// The measured process has the first core; PostgreSQL and the load generator have the others. A second hash
// at the same time would evict the caches of the first and mix the costs of the two servers.
const canPin = availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** A command that runs on the first core alone; as it is where processes can't be bound to cores. */
export function onFirstCore(command: readonly string[]): string[] {
  return canPin ? ["taskset", "-c", "0", ...command] : [...command];
}

/** Leaves the first core to what `onFirstCore` starts: this process, and what it starts otherwise, have the
 *  others. */
export function leaveFirstCore(): void {
  const others = `1-${availableParallelism() - 1}`;
  if (canPin) spawnSync("taskset", ["-a", "-p", "-c", others, String(process.pid)]);
}
