/** Why an authorization was refused, by what has to be changed: the addresses that are registered, the parameters that the
 *  application sends, the user's access, or nothing of the client's. */
export type RefusalCause = "address" | "parameters" | "access" | "person";

/** An authorization that was refused. */
export interface AuthorizationRefusal {
  cause: RefusalCause;
  /** The OAuth error that was answered. */
  error: string;
  /** The reason of the access evaluator; empty where it was not asked. */
  errorCode?: string | undefined;
  description: string;
  /** Where it wanted to come back to. */
  redirectUri?: string | null | undefined;
}

/** One way in which authorizations of a client are refused, and how often. */
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

/** An address as it may be kept and shown: its query, fragment and user can hold what nobody else should read. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return printableText(address.split(/[?#]/, 1)[0] ?? "");
  const { protocol, host, pathname } = new URL(address);
  const authority = address.slice(protocol.length).startsWith("//") ? `//${host}` : "";
  return printableText(`${protocol}${authority}${pathname}`);
}

/** A text of a stranger's as it may be kept: no control characters, and not long. */
export function printableText(text: string): string {
  return text.replace(/\p{Cc}/gu, " ").slice(0, AT_MOST);
}
