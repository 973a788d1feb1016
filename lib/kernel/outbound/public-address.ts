import ipaddr from "ipaddr.js";

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

// Names that never lead to a public address: RFC 6761 (localhost, invalid), RFC 6762 (local), RFC 8375
// (home.arpa), and internal, which ICANN reserves for private networks. Those without a dot are names of a
// local network.
const LOCAL_NAME = /^[^.]+$|(^|\.)(localhost|localdomain|local|internal|invalid|home\.arpa)$/;

/** Whether notifications may be sent to this address: a public one, in every environment. Loopback, private,
 *  link-local, carrier-grade, multicast, documentation, benchmark and other special-use ranges are refused,
 *  as is every IPv6 address outside of 2000::/3 and every tunnel of an IPv4 one. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_IPV6)) return false;
  return parsed.range() === "unicast";
}

const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether this is http to this machine itself, by one of its usual names (RFC 8252 §7.3, RFC 6761 §6.3). */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === "http:" && LOOPBACK_HOSTS.has(url.hostname);
}

/** Returns why an address that a tenant typed is refused, or null: it must be https, and neither an address
 *  nor a name that is known to be local. The address of any other name is checked when connecting. */
export function publicHttpsProblem(value: string): string | null {
  if (!URL.canParse(value)) return "is not a URL";
  const url = new URL(value);
  if (url.protocol !== "https:" || !value.startsWith("https://")) return "must be https";
  if (url.hash || value.includes("#")) return "must not contain a fragment";
  if (url.username || url.password) return "must not contain credentials";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const local = ipaddr.isValid(host) ? !isPublicAddress(host) : LOCAL_NAME.test(host);
  return local ? "must be on a public address" : null;
}
