import { askUnscoped } from "@/lib/kernel/db/unscoped";
import { readSchemaState, refuseUnfit, type SchemaState, schemaProblem } from "./migration-status";

// Whether the schema serves this code, as a process asks about the database that it works on. A web process that is not
// ready, and a worker that takes no jobs, are so for the same reason.

/** Why this process must not work on its database's schema, for people; null when it may. */
export async function unfitSchema(): Promise<string | null> {
  return schemaProblem(await readOwnSchema());
}

/** Makes sure that this process may work on its database's schema.
 *  @throws SchemaRefusal that says what to do */
export async function requireServingSchema(): Promise<void> {
  refuseUnfit(await readOwnSchema());
}

function readOwnSchema(): Promise<SchemaState> {
  return readSchemaState(askUnscoped);
}
