import { pino } from "pino";
import { ConfigurationError, config } from "@/lib/kernel/config/config";
import { currentRequest } from "@/lib/kernel/process/current-request";
import { LogOutput } from "@/lib/kernel/process/log-output";
import { redactedText } from "@/lib/kernel/process/redacted-text";
import { singleton } from "@/lib/kernel/process/singleton";
import { currentTraceId } from "@/lib/kernel/process/spans";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  /** Such as ECONNREFUSED. A field called `code` would be taken for one that signs somebody in. */
  errorCode?: string;
  sqlState?: string;
  cause?: unknown;
}

/** An error as it is logged: what it is called, what it says and where it came from. An error carries whatever its
 *  maker put on it, such as the connection that failed with the key that cancels its queries, or the row that was
 *  refused. */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return redactedText(String(error));
  const { name, message, stack, cause } = error;
  const code: unknown = Reflect.get(error, "code");
  const sqlState = sqlStateOf(error);
  const logged: LoggedError = { type: name, message: redactedText(message) };
  if (stack !== undefined) logged.stack = redactedText(stack);
  if (typeof code === "string") logged.errorCode = code;
  if (sqlState !== null) logged.sqlState = sqlState;
  if (cause !== undefined && depth < 3) logged.cause = loggedError(cause, depth + 1);
  return logged;
}

/** The level of the configuration. Where that is wrong, what is wrong is to be told. */
function level(): string {
  try {
    return config().logLevel;
  } catch (error) {
    if (error instanceof ConfigurationError) return "info";
    throw error;
  }
}

/** What every line says of the request that is being worked on. */
function aboutRequest(): object {
  const requestId = currentRequest()?.id;
  const traceId = currentTraceId();
  return { ...(requestId ? { requestId } : {}), ...(traceId ? { traceId } : {}) };
}

/** Structured logs on standard output. Nothing that authenticates is ever passed to it; the redaction
 *  below is for the day somebody logs a request by mistake. */
export const logger = singleton("logger", () =>
  pino(
    {
      level: level(),
      mixin: aboutRequest,
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
    },
    new LogOutput(),
  ),
);
