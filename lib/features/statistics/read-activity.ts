import { platformScope } from "@/lib/core/platform/in-platform";
import {
  type PlatformFailures,
  readPlatformCounts,
  readPlatformFailures,
  readTenantActivity,
  type TenantActivity,
} from "@/lib/features/statistics/activity-store";
import type { EventCount } from "@/lib/features/statistics/event-count";
import { readCountedUntil } from "@/lib/features/statistics/event-count-store";
import { minutesAfter } from "@/lib/kernel/clock";
import { inLateRead } from "@/lib/kernel/db/late-read";

/** Activity of all tenants together. */
export interface PlatformActivity {
  tenants: TenantActivity[];
  counts: EventCount[];
  failures: PlatformFailures;
  countedUntil: Date;
}

/** Tenants in the list. */
const LISTED = 50;

/** Returns the tenants' activity since a moment, and the failed deliveries of the last day. */
export async function readActivity(since: Date, at: Date): Promise<PlatformActivity> {
  const yesterday = minutesAfter(at, -24 * 60);
  const [tenants, counts, failures, countedUntil] = await inLateRead(await platformScope(), (db) =>
    Promise.all([
      readTenantActivity(db, since, LISTED),
      readPlatformCounts(db, since),
      readPlatformFailures(db, yesterday),
      readCountedUntil(db),
    ]),
  );
  return { tenants, counts, failures, countedUntil };
}
