import { type LogFilter, readLogEnd } from "@/lib/features/audit-log/log/log-reading-store";
import { assertReached, type LogSlice, logSlices } from "@/lib/features/audit-log/log/log-slices";
import { waitForNews } from "@/lib/features/audit-log/log/wait-for-news";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** Length of one wait for new events, in milliseconds. Then the next one starts. */
const WAIT_MS = 60_000;

/** Follows a tenant's log over all environments for as long as the caller reads: existing events first,
 *  then new ones.
 *  @param after the reader's last position; -1 for none
 *  @param follow `signal` ends it; `once` stops at the end of the log
 *  @throws ServiceError `conflict` if the log is shorter than that, as after a restored backup */
export async function* followLog(
  scope: TenantScope,
  filter: LogFilter,
  after: number,
  { signal, once }: { signal: AbortSignal; once: boolean },
): AsyncGenerator<LogSlice, void> {
  const reader = { tenantId: scope.tenantId, credentialId: "command line" };
  const aside = <T>(work: () => Promise<T>) => work();
  let place = after;
  let end = await inBatch(scope, readLogEnd);
  assertReached(end, place);
  const isThere = async () => {
    end = await inBatch(scope, readLogEnd);
    assertReached(end, place);
    return end > place;
  };
  while (!signal.aborted) {
    for await (const slice of logSlices(scope, filter, place, end)) {
      place = slice.lookedTo;
      yield slice;
      if (signal.aborted) return;
    }
    if (once) return;
    await waitForNews(reader, { aside, signal, until: performance.now() + WAIT_MS }, isThere);
  }
}
