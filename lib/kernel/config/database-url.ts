import { isIPv6 } from "node:net";

/** Address of a database: one server, or several of which one at a time accepts writes. */
export interface DatabaseUrl {
  /** The whole address as drivers read it: unchanged, unless they can't read it. */
  address: string;
  /** One address for each server, in the form that node-postgres reads. */
  servers: { host: string; url: string }[];
  /** Login of the address; empty when it has none. */
  login: string;
  /** Whether only a server that accepts writes is used (libpq's `target_session_attrs=read-write` or
   *  `primary`). */
  needsPrimary: boolean;
}

const PARTS = /^(postgres(?:ql)?):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?$/;
const HOST = /^(?:\[([\da-f:.]+)\]|([^[\]:@\s]+))(?::(\d{1,5}))?$/i;
/** Each process asks each of them whether it accepts writes. */
const MOST_SERVERS = 9;
const ATTRIBUTES = "target_session_attrs";

/** Parses an address as libpq does:
 *  `postgres://user:password@a:5432,b:5432/atrium?target_session_attrs=read-write` (PostgreSQL, Connection
 *  URIs). Several servers imply the one that accepts writes, also without that parameter.
 *  @returns the problem, in words that repeat nothing of the address, which may hold a password */
export function parseDatabaseUrl(url: string): DatabaseUrl | string {
  const address = withServer(url);
  const [, scheme, authority = "", path, query = ""] = PARTS.exec(address) ?? [];
  if (!scheme) return "is no database's address: postgres://user:password@host:5432/atrium";
  const at = authority.lastIndexOf("@");
  const account = authority.slice(0, at + 1);
  const hosts = authority.slice(at + 1).split(",");
  const parameters = new URLSearchParams(query);
  const attributes = parameters.get(ATTRIBUTES);
  if (attributes !== null && attributes !== "read-write" && attributes !== "primary")
    return `says ${ATTRIBUTES} other than read-write and primary: the service needs the server that takes changes`;
  const problem = problemOf(hosts, parameters);
  if (problem) return problem;
  parameters.delete(ATTRIBUTES);
  // Unchanged where it has nothing for us: not every value survives parsing and writing.
  const rest = attributes === null ? query : String(parameters);
  const urlOf = (host: string) => `${scheme}://${account}${host}${path}${rest && `?${rest}`}`;
  const servers = [...new Set(hosts)].map((host) => ({ host, url: urlOf(host) }));
  if (!servers.every(({ url }) => URL.canParse(url)))
    return "is no database's address: postgres://user:password@host:5432/atrium";
  const [login = "", ...password] = account.slice(0, -1).split(":").map(decoded);
  if ([login, ...password, decoded(path ?? "")].includes(null))
    return "has a percent sign in its login, password or database that begins no character: write it as %25";
  return {
    address,
    servers,
    login: parameters.get("user") || (login ?? ""),
    needsPrimary: attributes !== null || servers.length > 1,
  };
}

/** Moves the server before the path. libpq accepts it after the question mark alone, but a URL can't have it
 *  there: `postgres://user@/atrium?host=/run/postgresql`. */
function withServer(url: string): string {
  const [, scheme, authority = "", path, query = ""] = PARTS.exec(url) ?? [];
  const [found, account = "", port = ""] = /^(.*@)?(:\d+)?$/.exec(authority) ?? [];
  if (!found || URL.canParse(url)) return url;
  const parameters = new URLSearchParams(query);
  const host = parameters.get("host") || "localhost";
  if (host.includes(",")) return url;
  parameters.delete("host");
  const server = isIPv6(host) ? `[${host}]` : encodeURIComponent(host);
  return `${scheme}://${account}${server}${port}${path}${parameters.size > 0 ? `?${parameters}` : ""}`;
}

/** Returns the problem of the list of hosts, or null. A single host is left to node-postgres to read. */
function problemOf(hosts: readonly string[], parameters: URLSearchParams): string | null {
  for (const name of ["host", "hostaddr", "port"])
    if (parameters.get(name)?.includes(","))
      return "names several servers behind the question mark: name them before the path, host:5432,host:5432";
  if (hosts.length === 1) return null;
  if (hosts.length > MOST_SERVERS)
    return `names ${hosts.length} servers: ${MOST_SERVERS} are the most`;
  return hosts.every(isServer)
    ? null
    : "names a server that is none: host:5432,host:5432, and IPv6 addresses in brackets";
}

function isServer(text: string): boolean {
  const [, v6, name, port] = HOST.exec(text) ?? [];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) return false;
  return v6 === undefined ? name !== undefined : isIPv6(v6);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Like `parseDatabaseUrl`, for an address that the configuration has accepted.
 *  @throws Error when it is invalid */
export function readDatabaseUrl(url: string): DatabaseUrl {
  const found = parseDatabaseUrl(url);
  if (typeof found === "string") throw new Error(`The database's address ${found}`);
  return found;
}

/** Whether all servers run on this machine. */
export function isOnThisMachine(url: string): boolean {
  return readDatabaseUrl(url).servers.every(({ url }) =>
    ["localhost", "127.0.0.1", "[::1]", ""].includes(new URL(url).hostname),
  );
}

/** Returns the address with a parameter added or replaced. */
export function withParameter(url: string, name: string, value: string): string {
  const end = url.includes("?") ? url.indexOf("?") : url.length;
  const address = url.slice(0, end);
  const parameters = new URLSearchParams(url.slice(end));
  parameters.set(name, value);
  return `${address}?${parameters}`;
}
