import { type LogFilter, readLogEnd } from "@/lib/features/audit-log/log/log-reading-store";
import { assertReached, type LogSlice, logSlices } from "@/lib/features/audit-log/log/log-slices";
import { waitForNews } from "@/lib/features/audit-log/log/wait-for-news";
import type { TenantScope } from "@/lib/kernel/caller";
import { inBatch } from "@/lib/kernel/db/batch";

/** How long a look for news goes on before it begins anew, in milliseconds. */
const WAIT_MS = 60_000;

/** Follows a tenant's log, whatever the environment, for as long as somebody reads: what is there, and then what comes.
 *  @param after the last position that the reader has; -1 for none
 *  @param follow `signal` ends it; `once` has it end where the log ends
 *  @throws ServiceError `conflict` when the log is not as long as the reader's place, which a restored backup comes to */
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
