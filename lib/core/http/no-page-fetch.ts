import { singleton } from "@/lib/kernel/process/singleton";

/** How Next marks what it fetches from itself. */
type NextInit = RequestInit & { next?: { internal?: unknown } };

/** Tells Next that an action is none of this server's, which the browser then says. */
const NOT_HERE = { "x-nextjs-action-not-found": "1" };

const hook = singleton("page-fetch-hook", () => ({ installed: false }));

/** Keeps Next from asking this server for pages in a visitor's name. It would fetch the page that a form's action
 *  redirects to, and hand on an action that was sent to another page than its own: both with the visitor's cookies,
 *  to wherever the request's own headers say that this server is. Without an answer it sends the browser, which
 *  knows where it is. */
export function fetchNoPages(): void {
  if (hook.installed) return;
  hook.installed = true;
  const fetch = globalThis.fetch;
  globalThis.fetch = async function fetchNoPage(input: RequestInfo | URL, init?: NextInit) {
    if (init?.next?.internal) return new Response(null, { status: 204, headers: NOT_HERE });
    return fetch(input, init);
  };
}
