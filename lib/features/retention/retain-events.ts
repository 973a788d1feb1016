import { retentionStep } from "@/lib/features/retention/retention-store";
import { retain } from "@/lib/kernel/db/partitions";
import { DAY, sweep } from "@/lib/kernel/db/sweep";

/** Events of a step, which is a transaction: locks are held for moments. */
const BATCH = 2000;

/** Drops partitions of audit events that nobody needs any more, and deletes events of tenants that keep less than others.
 *  Which may go is PostgreSQL's to say: by its clock, the tenant's retention and holds.
 *  @returns how many steps did something */
export const retainAuditEvents = () => retain(() => retentionStep(BATCH));

/** Forgets which events products pushed, once nobody pushes them again. */
export const sweepIngestedEvents = () => sweep("ingested_events", 90 * DAY);
