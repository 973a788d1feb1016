import { readdirSync, readFileSync } from "node:fs";
import { withClient } from "@/tools/postgres/with-client";

/** Seconds of CPU that the threads of a process and of its descendants have used, to the nanosecond (/proc,
 *  schedstat), with what processes used that they waited for, in hundredths: PostgreSQL ends with each
 *  connection the process that served it. 0 where there is no such process. A thread that has ended is not
 *  counted. */
export function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => onCpu(pid, thread));
    const children = childrenOf(pid).map(cpuSeconds);
    return [...threads, ...children, ofTheEnded(pid)].reduce((sum, seconds) => sum + seconds, 0);
  } catch {
    return 0;
  }
}

function onCpu(pid: number, thread: string): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1e9;
}

function ofTheEnded(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name, in brackets, may hold spaces; the two figures are the 16th and 17th.
  const after = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(after[13]) + Number(after[14])) / 100;
}

/** Seconds of CPU that the whole machine has been busy, on all of its cores (proc(5), in hundredths). */
export function machineSeconds(): number {
  const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const ticks = line.split(/\s+/).slice(1).map(Number);
  // Guests' time, the last two, is in the first two already; idle and waiting for a disk are the fourth and
  // fifth.
  const busy = ticks.slice(0, 8).filter((_, at) => at !== 3 && at !== 4);
  return busy.reduce((sum, each) => sum + each, 0) / 100;
}

/** The processes that a process started. */
export function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return list.split(" ").filter(Boolean).map(Number);
}

/** Returns the id of PostgreSQL's main process. */
export async function postmaster(adminUrl: string): Promise<number> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  });
}
