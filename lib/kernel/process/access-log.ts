import { pino } from "pino";
import { config } from "@/lib/kernel/config/config";
import { LogOutput } from "@/lib/kernel/process/log-output";
import { singleton } from "@/lib/kernel/process/singleton";

/** A request that was answered, as its line says it. The address is personal data. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  /** The pattern of its route, such as `/api/v1/management/users/[id]`. */
  route: string;
  /** As it was sent, without the query. */
  path: string;
  status: number;
  durationMs: number;
  /** What left on its connection, headers included. */
  bytes: number;
  clientAddress: string | null;
  /** Whose it turned out to be. */
  tenantId: string | null;
  /** Of a request whose trace is recorded. */
  traceId?: string | undefined;
}

/** Longer paths are nobody's, and would be copied into the log. */
const LONGEST_PATH = 512;

// A log of its own: it is on or off by itself, whatever the level of the other one is.
const log = singleton("access-log", () =>
  pino({ level: "info", base: { log: "access", pid: process.pid } }, new LogOutput()),
);

/** Whether each request is a line (ATRIUM_ACCESS_LOG). */
export function keepsAccessLog(): boolean {
  return config().accessLog;
}

/** Writes the line of a request. */
export function logRequest({ path, ...request }: AnsweredRequest): void {
  log.info({ ...request, path: path.slice(0, LONGEST_PATH) });
}
