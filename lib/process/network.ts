import ipaddr from "ipaddr.js";

/** The network that an address stands for when failures are counted: an IPv4 address itself, of IPv6 the
 *  /64, because one customer line has all of it to choose from. Null when the address is not known. */
export function networkOf(ipAddress: string | null): string | null {
  if (ipAddress === null || !ipaddr.isValid(ipAddress)) return null;
  const address = ipaddr.process(ipAddress);
  if (address.kind() === "ipv4") return address.toString();
  return `${address.toNormalizedString().split(":").slice(0, 4).join(":")}::/64`;
}
