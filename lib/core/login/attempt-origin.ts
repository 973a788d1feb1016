import ipaddr from "ipaddr.js";
import { knownAgent } from "@/lib/core/trusted-devices/describe-agent";
import type { RequestContext } from "@/lib/kernel/caller";

/** From where somebody tries to get in, as their mailbox is told. */
export interface AttemptOrigin {
  browser: string | null;
  system: string | null;
  /** An IPv4 address, or the /64 of an IPv6 one, in which a household has all addresses and changes them. */
  network: string | null;
}

/** What a request says of where it comes from. There is no place: an address names a network, and a guess at its city
 *  would calm the wrong people. */
export function attemptOrigin({ ipAddress, userAgent }: RequestContext): AttemptOrigin {
  return { ...knownAgent(userAgent), network: networkNamed(ipAddress) };
}

function networkNamed(ipAddress: string | null): string | null {
  if (ipAddress === null || !ipaddr.isValid(ipAddress)) return null;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`);
  return `${network.toRFC5952String()}/64`;
}
