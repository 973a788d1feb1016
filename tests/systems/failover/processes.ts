import { commandOf, processesBelow } from "@/tools/setup/processes.mjs";

/** Returns processes and all their descendants. */
export const treeOf = (...roots: number[]): number[] =>
  roots.flatMap((root) => [root, ...processesBelow(root).map(({ pid }) => pid)]);

/** Whether a process was started with this word. */
export const isStartedWith = (pid: number, word: string): boolean =>
  commandOf(pid)?.split(" ").includes(word) ?? false;

/** Sends a signal to processes; skips those that are gone. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It ended by itself.
    }
}
