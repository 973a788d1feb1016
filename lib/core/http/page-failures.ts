import { AsyncLocalStorage } from "node:async_hooks";
import { asUnavailable } from "@/lib/kernel/db/database-errors";
import { singleton } from "@/lib/kernel/process/singleton";

/** What becomes known of a page while it is made. */
export interface PageFailure {
  /** The database failed it: it may be there again after so many seconds. */
  retryAfterSeconds: number | null;
}

// One for all bundles: Next makes the page, and the host sends it.
const pages = singleton("page-failures", () => new AsyncLocalStorage<PageFailure>());

/** Makes a page, and lets whoever sends it know what it failed with: a page that fails is a 500 to Next, whatever
 *  the cause. */
export function notingFailure<T>(failure: PageFailure, make: () => T): T {
  return pages.run(failure, make);
}

/** Notes what a page failed with. */
export function notePageFailure(error: unknown): void {
  const failure = pages.getStore();
  const unavailable = failure && asUnavailable(error);
  if (unavailable) failure.retryAfterSeconds = unavailable.retryAfterSeconds ?? null;
}
