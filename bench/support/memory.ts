import { readFileSync, writeFileSync } from "node:fs";
import { childrenOf } from "./cpu";

/** Resident memory of a process now, and the most since `resetPeak`, in MiB (proc(5)). */
export function memory(pid: number): { rss: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]) / 1024;
  return { rss: of("VmRSS"), peak: of("VmHWM") };
}

/** Forgets the peak so far. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** A process with all of its descendants. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}
