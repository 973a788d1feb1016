import ipaddr from "ipaddr.js";
import { knownAgent } from "@/lib/kernel/process/describe-agent";
import type { RequestContext } from "@/lib/kernel/caller";

/** Origin of a sign-in attempt, as the message to the user's mailbox describes it. */
export interface AttemptOrigin {
  browser: string | null;
  system: string | null;
  /** An IPv4 address, or the /64 of an IPv6 one: a household owns the whole /64 and its devices change
   *  addresses within it. */
  network: string | null;
}

/** Returns the origin that a request states. It names no place: an address identifies a network, and a
 *  guessed city would reassure the wrong people. */
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
