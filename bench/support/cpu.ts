import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Seconds of CPU that a process and its descendants have used, from /proc; 0 where there is none. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command in brackets may hold spaces; utime and stime are fields 14 and 15 (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const own = (Number(fields[11]) + Number(fields[12])) / TICKS;
    return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own);
  } catch {
    return 0;
  }
}

/** The processes that a process started. */
export function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return list.split(" ").filter(Boolean).map(Number);
}
