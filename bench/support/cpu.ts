import { readdirSync, readFileSync } from "node:fs";

/** Seconds of CPU that the threads of a process and of its descendants have used, to the nanosecond (/proc, schedstat);
 *  0 where there is no such process. What has ended meanwhile is not counted: what is measured lives on. */
export function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => onCpu(pid, thread));
    const children = childrenOf(pid).map(cpuSeconds);
    return [...threads, ...children].reduce((sum, seconds) => sum + seconds, 0);
  } catch {
    return 0;
  }
}

function onCpu(pid: number, thread: string): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e9;
}

/** The processes that a process started. */
export function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return list.split(" ").filter(Boolean).map(Number);
}
