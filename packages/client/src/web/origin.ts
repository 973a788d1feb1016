/** A request of the browser that this application refuses. */
export class RefusedRequest extends Error {
  override readonly name = "RefusedRequest";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Refuses a request that a page of another site sends with the user's cookie. A browser names the origin of
 *  a request that changes something; one without is refused, because every browser of today does.
 *  @param origin public address of this application, by its settings: `Host` can be made up
 *  @example
 *  import { expectOwnPage, RefusedRequest } from "@atrium/client/web";
 *
 *  const headers = new Headers({ origin: "https://evil.example" });
 *  try {
 *    expectOwnPage(headers, "https://app.example");
 *  } catch (error) {
 *    console.log(error instanceof RefusedRequest && error.status);
 *  }
 */
export function expectOwnPage(headers: Headers, origin: string): void {
  const from = headers.get("origin");
  // A page may hide its origin (`null`), and then only Sec-Fetch-Site shows it. No script can set it.
  const own =
    from === null || from === "null"
      ? headers.get("sec-fetch-site") === "same-origin"
      : from === origin;
  if (!own) throw new RefusedRequest(403, "The form is another site's");
}

/** Returns a path within this application, or its start: a link with a foreign address must not lead there.
 *  @param wanted value of a query
 *  @example
 *  import { ownPath } from "@atrium/client/web";
 *
 *  console.log(ownPath("/reports", "https://app.example"), ownPath("//evil.example", "https://app.example"));
 */
export function ownPath(wanted: string | null | undefined, origin: string): string {
  if (!wanted?.startsWith("/") || /[\\\p{Cc}]/u.test(wanted)) return "/";
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : null;
  // Without its dots a path may begin with two slashes, and then a browser reads a host: `/.//evil.example`.
  if (url?.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
