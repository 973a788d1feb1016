import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { config } from "@/lib/config/config";
import { logger } from "@/lib/process/logger";
import { singleton } from "@/lib/process/singleton";

// Web-standard requests know no socket. The server notes the address in a header whose name nobody outside
// this process can guess, so that nobody can send it along.
const peer = singleton("peer-header", () => `x-peer-${randomBytes(12).toString("hex")}`);

const warned = singleton("forwarders-warned-of", () => new Set<string>());

/** The header in which this process hands a request's socket address on. Whatever else hosts the handlers
 *  may set it too. */
export function peerHeader(): string {
  return peer;
}

/** Notes the socket address of a request in the header of this process. */
export function notePeerAddress(request: IncomingMessage): void {
  const address = request.socket.remoteAddress ?? "";
  request.headers[peer] = address;
  // Some hosts build their headers from the raw ones.
  request.rawHeaders.push(peer, address);
}

/** The address a browser's request came from: the socket's, or what X-Forwarded-For says when the socket is
 *  that of a proxy in ATRIUM_TRUSTED_PROXIES. Read from the right, since only what trusted proxies appended
 *  is true (contract, Who may call what).
 *  @returns null when the host tells no address */
export function clientAddress(headers: Pick<Headers, "get">): string | null {
  const socket = plain(headers.get(peer) ?? "");
  if (socket === null) return null;
  const trusted = config().trustedProxies;
  let address = socket;
  const forwarded = (headers.get("x-forwarded-for") ?? "").split(",").reverse();
  warnOfForwarder(socket, trusted, forwarded[0]);
  for (const hop of forwarded) {
    if (!isTrusted(address, trusted)) break;
    const next = plain(hop.trim());
    if (next === null) break;
    address = next;
  }
  return address;
}

/** As many addresses are named in the log as a server may plausibly have proxies: anybody can send the header. */
const MOST_WARNINGS = 5;

/** Says once of each address that its word is not taken. A proxy that nobody listed makes all users one network, whose
 *  brakes they share.
 *  @param named the last address of X-Forwarded-For. Next notes the socket's own there, which is no news. */
function warnOfForwarder(socket: string, trusted: readonly string[], named = ""): void {
  if (named === "" || warned.size >= MOST_WARNINGS || warned.has(socket)) return;
  if (plain(named.trim()) === socket || isTrusted(socket, trusted)) return;
  warned.add(socket);
  logger.warn(
    { address: socket },
    "X-Forwarded-For of this address is ignored: it is not in ATRIUM_TRUSTED_PROXIES. If it is your proxy, name it there",
  );
}

/** An address without the IPv6 wrapping of an IPv4 one, or null when it is none. */
function plain(value: string): string | null {
  // An IPv4 address has one spelling, so nothing is to be brought into form.
  const unwrapped = value.startsWith("::ffff:") ? value.slice("::ffff:".length) : value;
  if (isIPv4(unwrapped)) return unwrapped;
  return isIP(value) ? ipaddr.process(value).toString() : null;
}

/** Whether an address is that of a proxy in ATRIUM_TRUSTED_PROXIES, behind which anybody may be. */
export function isTrustedProxy(address: string): boolean {
  const known = plain(address);
  return known !== null && isTrusted(known, config().trustedProxies);
}

/** @param trusted addresses and CIDR ranges */
function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (trusted.length === 0) return false;
  const parsed = ipaddr.parse(address);
  return trusted.some((entry) => {
    if (!entry.includes("/")) return ipaddr.isValid(entry) && plain(entry) === address;
    if (!ipaddr.isValidCIDR(entry)) return false;
    const [network, bits] = ipaddr.parseCIDR(entry);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}
