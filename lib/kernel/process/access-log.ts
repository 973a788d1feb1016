import { pino } from "pino";
import { config } from "@/lib/kernel/config/config";
import { LogOutput } from "@/lib/kernel/process/log-output";
import { singleton } from "@/lib/kernel/process/singleton";

/** An answered request, with the fields of its line. The address is personal data. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  /** Pattern of its route, such as `/api/v1/management/users/[id]`. */
  route: string;
  /** Path as sent, without the query. */
  path: string;
  status: number;
  durationMs: number;
  /** Bytes that left on its connection, headers included. */
  bytes: number;
  clientAddress: string | null;
  /** The tenant that it was resolved to. */
  tenantId: string | null;
  /** Set when its trace is recorded. */
  traceId?: string | undefined;
}

/** Longer paths match no route, and would be copied into the log. */
const LONGEST_PATH = 512;

// A log of its own: it is turned on or off independently of the other log's level.
const log = singleton("access-log", () =>
  pino({ level: "info", base: { log: "access", pid: process.pid } }, new LogOutput()),
);

/** Whether each request is logged (ATRIUM_ACCESS_LOG). */
export function isAccessLogOn(): boolean {
  return config().accessLog;
}

/** Writes the line of a request. */
export function logRequest({ path, ...request }: AnsweredRequest): void {
  log.info({ ...request, path: path.slice(0, LONGEST_PATH) });
}
