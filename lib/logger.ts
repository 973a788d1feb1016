import { pino } from "pino";
import { config } from "@/lib/config/config";
import { singleton } from "@/lib/singleton";

/** Structured logs on standard output. Nothing that authenticates is ever passed to it; the redaction
 *  below is for the day somebody logs a request by mistake. */
export const logger = singleton("logger", () =>
  pino({
    level: config().logLevel,
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
