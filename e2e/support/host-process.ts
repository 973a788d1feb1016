import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { HOST } from "@/host/built-files.mjs";
import { begin, type Running } from "@/tests/systems/harness/servers";
import { freePort } from "@/tools/postgres/free-port";
import type { Environment } from "./environment";

export type HostProcess = {
  baseUrl: string;
  /** The first process, which supervises. */
  pid: number;
  /** The ids of the web processes, as the system has them now. */
  web: () => number[];
} & Pick<Running, "ended" | "stop" | "ready">;

/** Starts another production host on the service's database, API planes only unless `extra` has other
 *  settings.
 *  @param wait false returns as soon as its first process runs, which is long before it can work */
export async function startHost(
  { databaseUrl, masterKey, baseUrl }: Environment,
  extra: Record<string, string> = {},
  { wait = true } = {},
): Promise<HostProcess> {
  const port = Number(extra.PORT ?? (await freePort()));
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    ATRIUM_MODE: "local",
    ATRIUM_BASE_URL: baseUrl,
    ATRIUM_MASTER_KEY: masterKey,
    ATRIUM_LOG_LEVEL: "silent",
    ATRIUM_SERVE: "api",
    ATRIUM_PROCESSES: "2",
    NODE_ENV: "production" as const,
    ...extra,
  };
  const { pid: shell, ready, ended, stop } = await begin(HOST, env, { port, host: "localhost" });
  if (wait) await ready();
  const first = () => supervisorBelow(shell);
  while (!first() || childrenOf(first()).length === 0) await sleep(20);
  const pid = first();
  return {
    baseUrl: `http://localhost:${port}`,
    web: () => childrenOf(pid),
    ...{ pid, ready, ended, stop },
  };
}

/** Returns the pid of the web processes' supervisor that a shell runs, or 0. Other commands of the shell
 *  contain the same words. */
function supervisorBelow(shell: number): number {
  const isHost = (pid: number) => commandOf(pid).startsWith(`${process.execPath} ${HOST}`);
  return childrenOf(shell).find(isHost) ?? 0;
}

/** The processes below one, as the system has them now. */
export function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return list.split(" ").filter(Boolean).map(Number);
  } catch {
    // It has just ended.
    return [];
  }
}

/** Returns the command line of a process; empty for one that is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
