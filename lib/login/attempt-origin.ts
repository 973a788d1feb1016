import bowser from "bowser";
import ipaddr from "ipaddr.js";
import type { RequestContext } from "@/lib/caller";

/** From where somebody tries to get in, as their mailbox is told. */
export interface AttemptOrigin {
  browser: string | null;
  system: string | null;
  /** An IPv4 address, or the /64 of an IPv6 one, in which a household has all addresses and changes them. */
  network: string | null;
}

const browsers = new Set(Object.values(bowser.BROWSER_MAP));
const systems = new Set(Object.values(bowser.OS_MAP));

/** What a request says of where it comes from. Only browsers and systems of bowser's own lists are named: whoever
 *  knows a password chooses the user agent too, and could have the service mail a sentence or an address of theirs.
 *  There is no place: an address names a network, and a guess at its city would calm the wrong people. */
export function attemptOrigin({ ipAddress, userAgent }: RequestContext): AttemptOrigin {
  const { browser, os } = userAgent ? bowser.parse(userAgent) : { browser: {}, os: {} };
  return {
    browser: known(browsers, browser.name),
    system: known(systems, os.name),
    network: networkNamed(ipAddress),
  };
}

function known(names: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}

function networkNamed(ipAddress: string | null): string | null {
  if (ipAddress === null || !ipaddr.isValid(ipAddress)) return null;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`);
  return `${network.toRFC5952String()}/64`;
}
