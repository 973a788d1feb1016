import { singleton } from "@/lib/kernel/process/singleton";

/** Mark of a fetch that Next sends to itself. */
type NextInit = RequestInit & { next?: { internal?: unknown } };

/** Tells Next that the server does not have an action, which the browser then reports. */
const NOT_HERE = { "x-nextjs-action-not-found": "1" };

const hook = singleton("page-fetch-hook", () => ({ installed: false }));

/** Stops Next from fetching pages of this server on behalf of a visitor. It would fetch the page that a
 *  form's action redirects to, and forward an action that was sent to another page: both with the visitor's
 *  cookies, to the server that the request's own headers name. Without an answer it redirects the browser,
 *  which knows the right address. */
export function disablePageFetch(): void {
  if (hook.installed) return;
  hook.installed = true;
  const fetch = globalThis.fetch;
  globalThis.fetch = async function fetchNoPage(input: RequestInfo | URL, init?: NextInit) {
    if (init?.next?.internal) return new Response(null, { status: 204, headers: NOT_HERE });
    return fetch(input, init);
  };
}
