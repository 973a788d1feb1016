import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { config } from "@/lib/kernel/config/config";
import { noteForwarder } from "@/lib/kernel/process/forwarders";
import { singleton } from "@/lib/kernel/process/singleton";

// Web-standard requests know no socket. The server notes the address in a header whose name nobody outside
// this process can guess, so that nobody can send it along.
const peer = singleton("peer-header", () => `x-peer-${randomBytes(12).toString("hex")}`);

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

/** The address at the other end of the connection that a request came on.
 *  @returns null when the host tells none */
export function peerOf(headers: Pick<Headers, "get">): string | null {
  return plainAddress(headers.get(peer) ?? "");
}

/** The address a browser's request came from: the socket's, or what X-Forwarded-For says when the socket is
 *  that of a proxy in ATRIUM_TRUSTED_PROXIES.
 *  @returns null when the host tells no address */
export function clientAddress(headers: Pick<Headers, "get">): string | null {
  const socket = peerOf(headers);
  if (socket === null) return null;
  const trusted = config().trustedProxies;
  const forwarded = headers.get("x-forwarded-for");
  if (forwarded !== null)
    noteForwarder(socket, lastAddress(forwarded), (address) => isTrusted(address, trusted));
  return addressBehind(socket, forwarded, trusted);
}

/** The address that a request came from, by the socket's and by X-Forwarded-For. The header is read from the right,
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

/** The last address of X-Forwarded-For, which the peer has appended. */
function lastAddress(forwarded: string): string {
  const last = forwarded.slice(forwarded.lastIndexOf(",") + 1).trim();
  return plainAddress(last) ?? last;
}

/** An address by itself, as everything else of ours knows it. Proxies and backends write it with a port, in brackets, or in
 *  the IPv6 wrapping of an IPv4 one; a system adds the interface to one of its own link.
 *  @returns null for what is no address */
export function plainAddress(value: string): string | null {
  const [, bracketed, unbracketed] = WITH_PORT.exec(value) ?? [];
  const address = (bracketed ?? unbracketed ?? value).replace(/%[\w.-]+$/, "");
  // An IPv4 address has one spelling, so nothing is to be brought into form.
  const unwrapped = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  if (isIPv4(unwrapped)) return unwrapped;
  return isIP(address) ? ipaddr.process(address).toString() : null;
}

/** `[2001:db8::7]`, `[2001:db8::7]:51000`, `203.0.113.7:51000`. A bare IPv6 address has no port: its colons are its own. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/;

/** Whether an address is that of a proxy in ATRIUM_TRUSTED_PROXIES, behind which anybody may be. */
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
