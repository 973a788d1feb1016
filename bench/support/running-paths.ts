import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Dropped } from "./drop-past";
import type { RequestCost } from "./path-rounds";
import type { StatementPlan } from "./plans";

/** Messages to the process of a service. */
export type PathsRequest =
  | { what: "settle" | "drop" | "stop" }
  | { what: "round"; path: string; requests: number }
  | { what: "plans"; path: string };

/** A service whose hot paths are measured, on a PostgreSQL of its own. */
export interface RunningPaths {
  /** Returns the cost of a request of a path, in one round. */
  round(path: string, requests: number): Promise<RequestCost>;
  /** The statements of a path, and their plans. */
  plans(path: string): Promise<StatementPlan[]>;
  /** Leaves PostgreSQL nothing to do in the background. */
  settle(): Promise<void>;
  /** Drops the old partitions, and returns the durations of logins meanwhile. */
  drop(): Promise<Dropped>;
  stop(): Promise<void>;
}

/** Starts a service in a process of its own, because `lib` reads its environment once.
 *  @param env its size: TENANTS and USERS, EVENTS and SESSIONS */
export async function runningPaths(env: Record<string, string>): Promise<RunningPaths> {
  const child = fork(join(import.meta.dirname, "serve-paths.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, ...env },
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The service ended (code ${code})`);
  });
  ended.catch(() => {});
  const nextAnswer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, "message"), ended])) as [
      { answer?: unknown; error?: string },
    ];
    if (message.error !== undefined) throw new Error(message.error);
    return message.answer;
  };
  const ask = (what: PathsRequest) => {
    const answer = nextAnswer();
    child.send(what);
    return answer;
  };
  await nextAnswer();
  return {
    round: async (path, requests) => (await ask({ what: "round", path, requests })) as RequestCost,
    plans: async (path) => (await ask({ what: "plans", path })) as StatementPlan[],
    settle: async () => void (await ask({ what: "settle" })),
    drop: async () => (await ask({ what: "drop" })) as Dropped,
    stop: async () => void (await ask({ what: "stop" })),
  };
}
