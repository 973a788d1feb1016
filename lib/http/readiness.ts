import { pool } from "@/lib/db";
import { ServiceError } from "@/lib/errors";
import { clockProblem } from "@/lib/http/clock-readiness";
import { isDraining } from "@/lib/http/draining";
import { type SigningPurpose, signingKeyAt } from "@/lib/signing-keys/signing-key";
import { currentKeys, keyTime } from "@/lib/signing-keys/signing-keys";

const purposes: SigningPurpose[] = ["id_token", "machine_token", "user_token", "session_activity"];

interface RoleRow {
  role: string;
  bypasses: boolean;
}

/** Checks that this process can do its work: the database answers, it has every migration, the role cannot
 *  pass row-level security, the clocks agree, and every purpose has a key that opens and signs. One that is ending says no.
 *  @param pending the migrations that the database has not had
 *  @throws ServiceError `unavailable` that says what is missing */
export async function assertReady(pending: () => Promise<string[]>): Promise<void> {
  if (isDraining()) throw notReady("this process is ending");
  const role = await attempt("the database cannot be reached", readRole);
  if (role.role !== "atrium_app" || role.bypasses)
    throw notReady("the database role is not the application's, or passes row-level security");
  const clock = await attempt("the database cannot be reached", clockProblem);
  if (clock) throw notReady(clock);
  const missing = await attempt("the migrations cannot be read", pending);
  if (missing.length > 0) throw notReady(`${missing.length} migrations are pending`);
  await attempt("the signing keys cannot be opened with this master key", async () => {
    const keys = await currentKeys();
    for (const purpose of purposes) signingKeyAt(keys, purpose, keyTime());
  });
}

async function readRole(): Promise<RoleRow> {
  const { rows } = await pool.query<RoleRow>(
    `SELECT current_user AS role,
            bool_or(r.rolsuper OR r.rolbypassrls) OR bool_or(EXISTS (
              SELECT FROM pg_class c WHERE c.relname = 'users' AND c.relowner = r.oid)) AS bypasses
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL does not know its own role");
  return row;
}

async function attempt<T>(otherwise: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw notReady(otherwise, cause);
  }
}

function notReady(detail: string, cause?: unknown): ServiceError {
  return new ServiceError("unavailable", { detail: `Not ready: ${detail}.`, cause });
}
