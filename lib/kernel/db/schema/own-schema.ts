import { askUnscoped } from "@/lib/kernel/db/unscoped";
import {
  assertUsableSchema,
  readSchemaState,
  type SchemaState,
  schemaProblem,
} from "./migration-status";

// Whether the schema of a process's own database serves this code. A web process that is not ready, and a
// worker that takes no jobs, have the same reason.

/** Explains to people why this process must not use its database's schema; null when it may. */
export async function ownSchemaProblem(): Promise<string | null> {
  return schemaProblem(await readOwnSchema());
}

/** Makes sure that this process may use its database's schema.
 *  @throws SchemaRefusal with the remedy */
export async function requireServingSchema(): Promise<void> {
  assertUsableSchema(await readOwnSchema());
}

function readOwnSchema(): Promise<SchemaState> {
  return readSchemaState(askUnscoped);
}
