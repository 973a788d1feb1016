import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Load } from "./load";

export interface RunningProcesses {
  /** The root of the web processes. */
  pid: number;
  loads: Record<"page" | "token" | "keys", Load>;
  stop(): Promise<void>;
}

/** The built service with so many web processes, started from a process of its own, because `lib` reads its
 *  environment once. */
export async function runningProcesses(count: number): Promise<RunningProcesses> {
  const child = fork(join(import.meta.dirname, "serve-processes.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ATRIUM_PROCESSES: String(count) },
  });
  const [message] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The service did not start (code ${code})`);
    }),
  ])) as [Omit<RunningProcesses, "stop">];
  return {
    ...message,
    stop: async () => {
      const gone = once(child, "exit");
      child.send("stop");
      await gone;
    },
  };
}
