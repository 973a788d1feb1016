/** Cause of a refused authorization, by the place of its remedy: the registered addresses, the parameters
 *  that the application sends, the user's access, or nothing of the client's. */
export type RefusalCause = "address" | "parameters" | "access" | "person";

/** An authorization that was refused. */
export interface AuthorizationRefusal {
  cause: RefusalCause;
  /** OAuth error of the answer. */
  error: string;
  /** Reason of the access evaluator; empty when it was not called. */
  errorCode?: string | undefined;
  description: string;
  /** Redirect URI of the request. */
  redirectUri?: string | null | undefined;
}

/** A distinct refusal of a client's authorizations, and its count. */
export interface RefusedAuthorization {
  id: string;
  cause: RefusalCause;
  error: string;
  errorCode: string;
  description: string;
  redirectUri: string;
  times: number;
  firstAt: Date;
  lastAt: Date;
}

const AT_MOST = 300;

/** Returns an address without its query, fragment and user, which may be secret, to store and show it. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return printableText(address.split(/[?#]/, 1)[0] ?? "");
  const { protocol, host, pathname } = new URL(address);
  const authority = address.slice(protocol.length).startsWith("//") ? `//${host}` : "";
  return printableText(`${protocol}${authority}${pathname}`);
}

/** Returns a text from an unauthenticated request without control characters and shortened, to store it. */
export function printableText(text: string): string {
  return text.replace(/\p{Cc}/gu, " ").slice(0, AT_MOST);
}
