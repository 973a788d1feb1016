import { retentionStep } from "@/lib/features/retention/retention-store";
import { retain } from "@/lib/kernel/db/partitions";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Events of one step, which is a transaction: locks are held only briefly. */
const BATCH = 2000;

/** Drops partitions of audit events past every tenant's retention, and deletes events of tenants with a
 *  shorter one. PostgreSQL decides what may go: by its clock, the tenant's retention and holds.
 *  @returns the number of steps that changed something */
export const retainAuditEvents = () => retain(() => retentionStep(BATCH));

/** Deletes the ids of events that products pushed, once they are too old to be pushed again. */
export const sweepIngestedEvents = () => sweep("ingested_events", 90 * DAY);
