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
  /** Such as ECONNREFUSED. A field called `code` would be redacted as a sign-in code. */
  errorCode?: string;
  sqlState?: string;
  cause?: unknown;
}

/** Returns the loggable part of an error: name, message and stack. An error may carry any other value, such
 *  as the failed connection with the key that cancels its queries, or the refused row. */
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

/** Returns the configured level. With an invalid configuration, problems must still be logged. */
function level(): string {
  try {
    return config().logLevel;
  } catch (error) {
    if (error instanceof ConfigurationError) return "info";
    throw error;
  }
}

/** Fields of the current request for every line. */
function aboutRequest(): object {
  const requestId = currentRequest()?.id;
  const traceId = currentTraceId();
  return { ...(requestId ? { requestId } : {}), ...(traceId ? { traceId } : {}) };
}

/** Structured logs on standard output. No secret is ever passed to it; the redaction below is for a request
 *  that is logged by mistake. */
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
