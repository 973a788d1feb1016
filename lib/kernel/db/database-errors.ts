import { ServiceError } from "@/lib/kernel/errors";
import { causesOf, sqlStateOf } from "@/lib/kernel/process/sql-state";

/** Cause of a failure of PostgreSQL that is not the caller's fault. */
export type DatabaseFailure =
  /** The connection was refused, lost or silent; the statement may have happened. */
  | "unreachable"
  /** The server answers but can't work: it is read-only, full, shutting down, or ended the connection. */
  | "unable"
  /** Other transactions blocked this one for too long. Nothing has happened. */
  | "busy"
  /** Two transactions conflicted, and this one was rolled back: an immediate repetition may succeed. */
  | "conflict"
  /** The connection lacks a prepared statement, or one that no longer fits. Nothing has happened. */
  | "unprepared";

/** SQLSTATEs by their beginning, the longer ones first (PostgreSQL, Appendix A). */
const states: readonly (readonly [begins: string, failure: DatabaseFailure])[] = [
  ["25006", "unable"], // read_only_sql_transaction
  ["25P03", "unreachable"], // idle_in_transaction_session_timeout
  ["25P04", "busy"], // transaction_timeout
  ["26000", "unprepared"], // invalid_sql_statement_name
  ["42P05", "unprepared"], // duplicate_prepared_statement: another client's, behind a pooler
  ["3D000", "unreachable"], // invalid_catalog_name: no such database here
  ["40001", "conflict"], // serialization_failure
  ["40P01", "conflict"], // deadlock_detected
  ["40003", "unreachable"], // statement_completion_unknown
  ["55P03", "busy"], // lock_not_available
  ["57014", "busy"], // query_canceled, by statement_timeout or by hand
  ["08", "unreachable"], // connection exceptions
  ["28", "unreachable"], // the login is refused
  ["53", "unable"], // a full disk, no memory, too many connections
  ["57P", "unable"], // the server shuts down, has crashed, starts
  ["58", "unable"], // what the server reads or writes failed
];

/** Prisma's own codes for the same failures, where it has no SQLSTATE. */
const prismaCodes: Record<string, DatabaseFailure> = {
  P1000: "unreachable",
  P1001: "unreachable",
  P1002: "unreachable",
  P1003: "unreachable",
  P1008: "unreachable",
  P1010: "unreachable",
  P1011: "unreachable",
  P1017: "unreachable",
  P1018: "unreachable",
  P2024: "unable",
  P2028: "busy",
  P2034: "conflict",
  P2037: "unable",
};

const socketCodes =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|(HOST|NET)UNREACH|NOTFOUND|AI_AGAIN|NOENT)|ERR_(TLS|SSL)_)/;

/** The driver's messages for a connection that it did not get or lost; there is no code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (has encountered a connection error|was closed)|The server does not support SSL|There was an error establishing an SSL)/;

/** Returns the cause of a failure of the database, whichever layer reports it; null for other errors, such as
 *  a refused row or a wrong statement. The only classification: every plane answers by it. */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  const state = sqlStateOf(error);
  if (state !== null) {
    if (isStalePlan(error)) return "unprepared";
    return states.find(([begins]) => state.startsWith(begins))?.[1] ?? null;
  }
  for (const { name, code, message, syscall } of causesOf(error)) {
    // The keys of the database, or a new one of them, were not read yet.
    if (name === "PrismaClientInitializationError" || name === "KeyringLacksKey")
      return "unreachable";
    if (typeof code === "string" && code in prismaCodes) return prismaCodes[code] ?? null;
    if (typeof code === "string" && syscall !== undefined && socketCodes.test(code))
      return "unreachable";
    if (typeof message === "string" && lostConnection.test(message)) return "unreachable";
  }
  return null;
}

/** Whether a failed work has left nothing behind, and may succeed when repeated. */
export function isWorthRepeating(error: unknown): boolean {
  return ["conflict", "unprepared"].includes(databaseFailureOf(error) ?? "");
}

/** Retry-After in seconds: a vanished server needs longer than a conflicting transaction. */
const retryAfter: Record<DatabaseFailure, number> = {
  unreachable: 5,
  unable: 5,
  busy: 2,
  conflict: 1,
  unprepared: 1,
};

/** Returns the error for the caller when the database has failed; null for any other error. */
export function asUnavailable(error: unknown): ServiceError | null {
  const failure = databaseFailureOf(error);
  return (
    failure &&
    new ServiceError("unavailable", {
      detail: "The service is temporarily unavailable.",
      retryAfterSeconds: retryAfter[failure],
      cause: error,
    })
  );
}

/** "cached plan must not change result type" shares its state with everything that is not supported. */
function isStalePlan(error: unknown): boolean {
  return causesOf(error).some(({ message }) =>
    String(message).includes("cached plan must not change"),
  );
}

/** Whether an error is PostgreSQL's refusal of a second row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlStateOf(error) === "23505";
}
