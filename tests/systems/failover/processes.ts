import { readdirSync, readFileSync } from "node:fs";

/** A process and all that came from it, as Linux knows them. */
export function treeOf(...roots: number[]): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    const parent = pid > 0 ? parentOf(pid) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = new Set<number>();
  for (const queue = [...roots]; queue.length > 0; ) {
    const pid = queue.shift();
    if (pid === undefined || found.has(pid)) continue;
    found.add(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  return [...found];
}

function parentOf(pid: number): number | undefined {
  try {
    // The name in parentheses may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

/** Whether a process was started with this word. */
export function isStartedWith(pid: number, word: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(word);
  } catch {
    return false;
  }
}

/** Sends a signal to processes; those that are gone meanwhile are left out. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // It ended by itself.
    }
}
