import { asUnavailable } from "@/lib/kernel/db/database-errors";
import { ServiceError } from "@/lib/kernel/errors";
import { countRefusal } from "@/lib/kernel/process/counters";
import { logger } from "@/lib/kernel/process/logger";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";

/** Converts any error of a request to a refusal that a plane can render. Unexpected errors are logged: a
 *  failure of the database is temporary and can be retried, and any other is our fault.
 *  @param requestId where the request has one */
export function asServiceError(error: unknown, requestId?: string): ServiceError {
  const refusal = refusalOf(error, requestId);
  countRefusal(refusal.reason);
  return refusal;
}

function refusalOf(error: unknown, requestId?: string): ServiceError {
  if (error instanceof ServiceError) return error;
  const unavailable = asUnavailable(error);
  if (unavailable) {
    logger.error(
      { err: error, sqlState: sqlStateOf(error), requestId },
      "the database failed a request",
    );
    return unavailable;
  }
  logger.error({ err: error, requestId }, "a request failed");
  return new ServiceError("internal", { detail: "Something went wrong on our side." });
}
