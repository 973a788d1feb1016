import { clockProblem } from "@/lib/core/http/clock-readiness";
import {
  activatedKeys,
  algorithms,
  type SigningPurpose,
} from "@/lib/core/signing-keys/signing-key";
import { currentKeys, keyTime } from "@/lib/core/signing-keys/signing-keys";
import { readDatabaseRole } from "@/lib/kernel/db/database-role";
import { databaseDeadlines } from "@/lib/kernel/db/deadlines";
import { dropQuietConnections } from "@/lib/kernel/db/watched-connection";
import { ServiceError } from "@/lib/kernel/errors";
import { jobSender } from "@/lib/kernel/jobs/job-store";
import { withinDeadline } from "@/lib/kernel/process/deadline";
import { isDraining } from "@/lib/kernel/process/draining";

const purposes = Object.keys(algorithms) as SigningPurpose[];

/** Delay after which a retry makes sense. */
const RETRY_AFTER_SECONDS = 5;

/** Checks that this process can work: the database answers in time and accepts writes, its schema fits this
 *  code, row-level security applies to the role, the clocks agree, every purpose has a key that opens and
 *  signs, and jobs can be queued. A process that shuts down is not ready. The first query takes the path of
 *  most requests, and the queries of `schema` take the other.
 *  @param schema reason why this code can't work with the database's schema; null when it can
 *  @throws ServiceError `unavailable` that names the problem */
export async function assertReady(schema: () => Promise<string | null>): Promise<void> {
  if (isDraining()) throw notReady("this process is ending");
  const role = await attempt("the database cannot be reached", readDatabaseRole);
  if (role.readsOnly) {
    // Connections to a server that was degraded would stay with it, even if its name now
    // resolves to another one.
    dropQuietConnections(new Error("Connection terminated: the server only reads"));
    throw notReady("the database takes no changes");
  }
  if (role.role !== "atrium_app" || role.bypasses)
    throw notReady("the database role is not the application's, or passes row-level security");
  const clock = await attempt("the database cannot be reached", clockProblem);
  if (clock) throw notReady(clock);
  const unfit = await attempt("the migrations cannot be read", schema);
  if (unfit) throw notReady(unfit);
  const keys = await attempt("the signing keys cannot be opened with this master key", currentKeys);
  if (purposes.some((purpose) => activatedKeys(keys, purpose, keyTime()).length === 0))
    throw notReady("a signing key is missing, or PostgreSQL's clock is before it");
  await attempt("the job queues cannot be read", jobSender);
}

async function attempt<T>(otherwise: string, work: () => Promise<T>): Promise<T> {
  try {
    return await withinDeadline(databaseDeadlines().readyMs, work());
  } catch (cause) {
    throw notReady(otherwise, cause);
  }
}

function notReady(detail: string, cause?: unknown): ServiceError {
  return new ServiceError("unavailable", {
    detail: `Not ready: ${detail}.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}
