import { read } from "@/lib/kernel/db/queryable";
import { unscoped } from "@/lib/kernel/db/unscoped";

/** Role of this process's connections, which decides whether row-level security binds it. */
export interface DatabaseRole {
  role: string;
  /** Whether the role bypasses row-level security. */
  bypasses: boolean;
  /** Whether the server is read-only. */
  readsOnly: boolean;
}

/** Reads the role of this process's connections.
 *  @throws Error when PostgreSQL does not know it */
export async function readDatabaseRole(): Promise<DatabaseRole> {
  const row = await unscoped.first(read<DatabaseRole>`
    SELECT current_user AS role,
           pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS reads_only,
           bool_or(r.rolsuper OR r.rolbypassrls) OR bool_or(EXISTS (
             SELECT FROM pg_class c WHERE c.relname = 'users' AND c.relowner = r.oid)) AS bypasses
    FROM pg_roles r WHERE r.rolname = current_user`);
  if (!row) throw new Error("PostgreSQL does not know its own role");
  return row;
}
