import { pino } from "pino";
import { config } from "@/lib/config/config";
import { singleton } from "@/lib/process/singleton";
import { sqlStateOf } from "@/lib/process/sql-state";

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  sqlState?: string;
  cause?: unknown;
}

/** An error as it is logged: what it is called, what it says and where it came from. An error carries whatever its
 *  maker put on it, such as the connection that failed with the key that cancels its queries, or the row that was
 *  refused. */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === "string" ? error : String(error);
  const { name, message, stack, cause } = error;
  const code: unknown = Reflect.get(error, "code");
  const sqlState = sqlStateOf(error);
  const logged: LoggedError = { type: name, message };
  if (stack !== undefined) logged.stack = stack;
  if (typeof code === "string") logged.code = code;
  if (sqlState !== null) logged.sqlState = sqlState;
  if (cause !== undefined && depth < 3) logged.cause = loggedError(cause, depth + 1);
  return logged;
}

/** Structured logs on standard output. Nothing that authenticates is ever passed to it; the redaction
 *  below is for the day somebody logs a request by mistake. */
export const logger = singleton("logger", () =>
  pino({
    level: config().logLevel,
    serializers: { err: loggedError, error: loggedError },
    redact: {
      paths: [
        "*.password",
        "*.secret",
        "*.token",
        "*.code",
        "*.authorization",
        "*.cookie",
        "req.headers",
      ],
      censor: "[redacted]",
    },
  }),
);
