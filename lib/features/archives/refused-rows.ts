import { malformed } from "@/lib/features/archives/archive-lines";
import { ServiceError } from "@/lib/kernel/errors";
import { sqlStateOf } from "@/lib/kernel/process/sql-state";

const UNIQUE_VIOLATION = "23505";
/** Classes 22 and 23: data exceptions and constraint violations (PostgreSQL, Appendix A). */
const DOES_NOT_FIT = /^2[23]/;

/** Translates PostgreSQL's refusal of an archive's rows into an error for the operator. Returns any other
 *  error unchanged. */
export function refusedRows(error: unknown): unknown {
  const state = sqlStateOf(error);
  if (state === null || !DOES_NOT_FIT.test(state)) return error;
  const says = error instanceof Error ? error.message : state;
  if (state === UNIQUE_VIOLATION)
    return new ServiceError("conflict", {
      detail: `Something of the tenant is in this installation already (${says}). Nothing was changed.`,
    });
  return malformed(`PostgreSQL does not take a row of it (${says})`);
}
