import { AsyncLocalStorage } from "node:async_hooks";
import { asUnavailable } from "@/lib/kernel/db/database-errors";
import { singleton } from "@/lib/kernel/process/singleton";

/** Failure of a page while it is rendered. */
export interface PageFailure {
  /** The database failed: it may be available again after this many seconds. */
  retryAfterSeconds: number | null;
}

// Shared by all bundles: Next renders the page, and the host sends it.
const pages = singleton("page-failures", () => new AsyncLocalStorage<PageFailure>());

/** Renders a page, and gives its sender the cause of a failure: Next answers every failed page with a 500. */
export function recordPageFailure<T>(failure: PageFailure, make: () => T): T {
  return pages.run(failure, make);
}

/** Records the failure of a page. */
export function notePageFailure(error: unknown): void {
  const failure = pages.getStore();
  const unavailable = failure && asUnavailable(error);
  if (unavailable) failure.retryAfterSeconds = unavailable.retryAfterSeconds ?? null;
}
