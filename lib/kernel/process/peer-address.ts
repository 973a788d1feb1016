import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { config } from "@/lib/kernel/config/config";
import { noteForwarder } from "@/lib/kernel/process/forwarders";
import { singleton } from "@/lib/kernel/process/singleton";

// Web-standard requests have no socket. The server notes the address in a header whose name can't be guessed
// outside of this process, so that no client can send it.
const peer = singleton("peer-header", () => `x-peer-${randomBytes(12).toString("hex")}`);

/** Returns the header in which this process passes a request's socket address. Other hosts of the handlers
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

/** Returns the address at the other end of a request's connection; null when the host does not set it. */
export function peerOf(headers: Pick<Headers, "get">): string | null {
  return plainAddress(headers.get(peer) ?? "");
}

/** Returns the address of a browser's request: the socket's, or X-Forwarded-For's when the socket is that of
 *  a proxy in ATRIUM_TRUSTED_PROXIES.
 *  @returns null when the host does not set the address */
export function clientAddress(headers: Pick<Headers, "get">): string | null {
  const socket = peerOf(headers);
  if (socket === null) return null;
  const trusted = config().trustedProxies;
  const forwarded = headers.get("x-forwarded-for");
  if (forwarded !== null)
    noteForwarder(socket, lastAddress(forwarded), (address) => isTrusted(address, trusted));
  return addressBehind(socket, forwarded, trusted);
}

/** Returns the client's address from the socket's and X-Forwarded-For. The header is read from the right,
 *  since only what trusted proxies appended is true (contract, Who may call what). */
export function addressBehind(
  socket: string,
  forwarded: string | null,
  trusted: readonly string[],
): string {
  let address = socket;
  for (const hop of (forwarded ?? "").split(",").reverse()) {
    if (!isTrusted(address, trusted)) break;
    const next = plainAddress(hop.trim());
    if (next === null) break;
    address = next;
  }
  return address;
}

/** Returns the last address of X-Forwarded-For, which the peer has appended. */
function lastAddress(forwarded: string): string {
  const last = forwarded.slice(forwarded.lastIndexOf(",") + 1).trim();
  return plainAddress(last) ?? last;
}

/** Returns an address in its usual form. Proxies and backends write it with a port, in brackets, or as an
 *  IPv4 one mapped to IPv6; a system adds the interface to a link-local one.
 *  @returns null for an invalid address */
export function plainAddress(value: string): string | null {
  const [, bracketed, unbracketed] = WITH_PORT.exec(value) ?? [];
  const address = (bracketed ?? unbracketed ?? value).replace(/%[\w.-]+$/, "");
  // An IPv4 address has only one spelling.
  const unwrapped = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  if (isIPv4(unwrapped)) return unwrapped;
  return isIP(address) ? ipaddr.process(address).toString() : null;
}

/** Matches `[2001:db8::7]`, `[2001:db8::7]:51000`, `203.0.113.7:51000`. A bare IPv6 address has no port: its
 *  colons are its own. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/;

/** Whether an address is that of a proxy in ATRIUM_TRUSTED_PROXIES, behind which is any client. */
export function isTrustedProxy(address: string): boolean {
  const known = plainAddress(address);
  return known !== null && isTrusted(known, config().trustedProxies);
}

/** @param trusted addresses and CIDR ranges */
function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (trusted.length === 0) return false;
  const parsed = ipaddr.parse(address);
  return trusted.some((entry) => {
    if (!entry.includes("/")) return ipaddr.isValid(entry) && plainAddress(entry) === address;
    if (!ipaddr.isValidCIDR(entry)) return false;
    const [network, bits] = ipaddr.parseCIDR(entry);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}
