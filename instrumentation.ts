let note: ((error: unknown) => void) | undefined;

/** Runs once when the server starts, before it accepts requests. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { disablePageFetch: fetchNoPages } = await import("@/lib/core/http/no-page-fetch");
    const { prepareForNext } = await import("@/lib/core/http/next-server");
    const { notePageFailure } = await import("@/lib/core/http/page-failures");
    const { keepDataKeys } = await import("@/lib/kernel/data-keys/open-data-keys");
    await import("@/lib/features/all");
    await keepDataKeys();
    fetchNoPages();
    prepareForNext();
    note = notePageFailure;
  }
}

/** Receives the errors of pages, actions and routes from Next. */
export function onRequestError(error: unknown): void {
  note?.(error);
}
